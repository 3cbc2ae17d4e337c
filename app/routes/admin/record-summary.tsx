import { formatCount, formatDate, formatReceiptAmount } from '#modules/platform/browser.ts';
import { Card, Facts, type GridContext, LinkButton, List, ListRow } from '../../components/index.ts';
import { noteLabels } from './notes-section.tsx';
import { alertLook, deadlineWords, type PipelineAlert, whatOf } from './pipeline/words.ts';
import { useRecord } from './use-record.ts';

/** What people call about: what is open, the newest check, the last contact, who sees the score, and the money. */
export function RecordSummary({ context }: { context: GridContext }) {
  const { open_work: work } = useRecord();
  return (
    <Card id="summary" className="sec" title="Summary" padded={false}>
      {work.length > 0 ? (
        <List label="Open now">
          {work.map((alert) => (
            <ListRow
              key={alert.id}
              title={`${alertLook[alert.alert_type].label}: ${whatOf(alert)}`}
              note={noteOf(alert, context)}
            >
              <LinkButton
                size="small"
                kind={alert.overdue ? 'primary' : 'default'}
                to={alertLook[alert.alert_type].decidedAt(alert)}
              >
                Open
              </LinkButton>
            </ListRow>
          ))}
        </List>
      ) : null}
      <div className="card-body">
        <Facts facts={factsOf(useRecord(), context)} />
      </div>
    </Card>
  );
}

function noteOf(alert: PipelineAlert, context: GridContext): string {
  const due = alert.due_at ? deadlineWords(alert, context) : 'No deadline';
  return `${due}. ${alert.assignee ? `Assigned to ${alert.assignee}.` : 'Unassigned.'}`;
}

function factsOf(record: ReturnType<typeof useRecord>, { timeZone }: GridContext) {
  const { applications, notes, profile, shared_with: shared, open_work: work } = record;
  const [newest] = applications;
  const contact = notes.find(({ note_type: type }) => type === 'call') ?? notes[0];
  const paid = applications.reduce((sum, { paid_amount }) => sum + paid_amount, 0);
  const refunded = applications.reduce((sum, { refunded_amount }) => sum + refunded_amount, 0);
  return [
    ...(work.length === 0 ? ([['Open now', 'Nothing is waiting for staff']] as const) : []),
    [
      'Newest check',
      newest
        ? `${newest.package_descrip}, ${newest.composite_status}, ordered ${formatDate(newest.dts, timeZone)}`
        : 'None bought yet',
    ],
    [
      'Last contact',
      contact
        ? `${noteLabels[contact.note_type]} by ${contact.authorname}, ${formatDate(contact.dts, timeZone)}`
        : 'None noted',
    ],
    ['Last login', profile.last_auth_dts ? formatDate(profile.last_auth_dts, timeZone) : 'Never'],
    ['Seen by', shared === 0 ? 'Nobody' : formatCount(shared, 'network')],
    [
      'Total paid',
      `${formatReceiptAmount(paid)}${refunded > 0 ? `, of which ${formatReceiptAmount(refunded)} was refunded` : ''}`,
    ],
  ] as const;
}
