import { useParams } from '@remix-run/react';
import { formatCount, formatDate, formatDateTime, formatWait, SECOND } from '#modules/platform/browser.ts';
import { Card, Disclose, Icon, LinkButton, List, ListRow } from '../../components/index.ts';
import { bulkAddress } from './addresses.ts';
import { type Bulk, type BulkPage, type Counted, groupsOf, invitations, progressOf } from './bulk-words.ts';
import { CountBar, CountList } from './counts.tsx';

interface ResultSectionProps {
  page: BulkPage;
  counts: readonly Counted[];
  timeZone: string;
  isStaff: boolean;
}

/** What became of the rows, with the file of those that could not be invited. */
export function ResultSection({ page: { bulk }, counts, timeZone, isStaff }: ResultSectionProps) {
  const base = bulkAddress(useParams());
  const address = `${base}/${bulk.id}`;
  const isStopped = bulk.state === 'cancelled';
  return (
    <Card
      padded={false}
      foot={
        <>
          <LinkButton to={base}>Another file</LinkButton>
          <LinkButton
            kind="primary"
            className="push"
            to={isStaff ? `${base.slice(0, -'/bulk'.length)}/network` : '/user/network?status=required'}
          >
            {isStaff ? 'View the network' : 'See who hasn’t answered'}
          </LinkButton>
        </>
      }
    >
      <div className="sending">
        <div className="outcome">
          <Icon name={isStopped ? 'minus' : 'check'} className={isStopped ? 'out-no' : 'out-ok'} />
          <h2>{isStopped ? `Stopped at ${progressOf(bulk).words}` : `${invitations(bulk.sent)} sent`}</h2>
        </div>
        <p className="muted">{endWords(bulk, timeZone)}</p>
        <CountBar counts={counts} of="sent" />
      </div>
      <Files bulk={bulk} address={address} bad={groupsOf(counts).bad} timeZone={timeZone} />
      <div className="bulk-more">
        <Disclose summary="All counts">
          <CountList counts={counts} of="sent" rows={bulk.kept_until ? address : null} />
        </Disclose>
      </div>
    </Card>
  );
}

function endWords(bulk: Bulk, timeZone: string): string {
  const { started_at: started, ended_at: ended, started_by, state, sent, queued } = bulk;
  const when =
    started && ended
      ? `${state === 'done' ? 'Finished' : 'Stopped'} ${formatDateTime(ended, timeZone)}, ${formatWait(Math.max(SECOND, ended.getTime() - started.getTime()))} after ${started_by} started it.`
      : '';
  if (state === 'cancelled') {
    const rest = bulk.rows - bulk.handled;
    return `${when} ${formatCount(rest, 'row')} ${rest === 1 ? 'was' : 'were'} not handled. You can upload the file again later.`;
  }
  const changed = (queued ?? sent) - sent;
  if (changed <= 0) return when;
  return `${when} ${formatCount(changed, 'person', 'people')} changed in the meantime: they joined your network, were invited by someone else, or opted out of emails.`;
}

interface FilesProps {
  bulk: Bulk;
  address: string;
  bad: number;
  timeZone: string;
}

function Files({ bulk, address, bad, timeZone }: FilesProps) {
  if (!bulk.kept_until) {
    return (
      <p className="foot-note">
        The rows of the file were deleted 30 days after the upload. The counts stay.
      </p>
    );
  }
  return (
    <div className="edge-top">
      <List label="Files">
        {bad > 0 ? (
          <ListRow
            lead={<Icon name="download" />}
            title={<span className="anywhere">{`${bulk.file_name.replace(/\.[^.]*$/, '')}-errors.csv`}</span>}
            note={`${formatCount(bad, 'row')} with your columns and a column “Reason”. Correct it and upload it again. Kept until ${formatDate(bulk.kept_until, timeZone)}.`}
          >
            <LinkButton size="small" icon="download" to={`${address}/rows.csv?which=bad`} reloadDocument>
              Download
            </LinkButton>
          </ListRow>
        ) : null}
        <ListRow
          lead={<Icon name="download" />}
          title="All rows with their result"
          note={formatCount(bulk.rows, 'row')}
        >
          <LinkButton size="small" icon="download" to={`${address}/rows.csv?which=all`} reloadDocument>
            CSV
          </LinkButton>
        </ListRow>
      </List>
    </div>
  );
}
