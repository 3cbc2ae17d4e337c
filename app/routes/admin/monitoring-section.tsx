import { monitoringIdsFields, monitoringUpdateFields } from '#modules/admin/fields.ts';
import type { getMonitoringActions, getUser } from '#modules/admin/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { answerTo } from '../../components/form/state.ts';
import {
  Badge,
  Card,
  CheckOption,
  confirmationOf,
  FinalDecision,
  Form,
  type GridContext,
  gridColumns,
  List,
  ListRow,
  RecordTable,
  RefusalBanner,
  SubmitButton,
} from '../../components/index.ts';
import { LastChange } from './last-change.tsx';
import { recordIntents } from './record-intents.ts';

type MonitoringId = OutputOf<typeof getUser>['monitoring_ids'][number];
type Action = OutputOf<typeof getMonitoringActions>['actions'][number];

const ids = bind(monitoringIdsFields);
const update = bind(monitoringUpdateFields);

const kinds: Record<Action['candidate_action'], string> = {
  on: 'Monitoring turned on',
  off: 'Monitoring turned off',
  update: 'Monitoring update',
};

const states: Record<Action['action_status'], { label: string; tone?: 'ok' | 'warn' | 'info' | 'bad' }> = {
  starting: { label: 'Sending to the agency', tone: 'info' },
  stopping: { label: 'Sending to the agency', tone: 'info' },
  done: { label: 'Done', tone: 'ok' },
  waiting: { label: 'Waiting for another decision', tone: 'warn' },
  unchanged: { label: 'Same score' },
  pending: { label: 'Waiting for the person', tone: 'warn' },
  accepted: { label: 'Accepted', tone: 'ok' },
  disputed: { label: 'Dispute Submitted', tone: 'bad' },
  superseded: { label: 'Replaced by a newer one' },
};

const column = gridColumns<Action>();

const columns = column.columns([
  column.accessor('candidate_action', {
    header: 'Action',
    meta: { slot: 'top' },
    cell: ({ row: { original } }) => (
      <b>
        {kinds[original.candidate_action]}
        {original.monitor_score ? ` to ${original.monitor_score}` : ''}
      </b>
    ),
  }),
  column.accessor('profilenumber', { header: 'Profile' }),
  column.accessor('dts', {
    header: 'Date',
    cell: ({ getValue, table }) => formatDateTime(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('action_status', {
    header: 'Status',
    cell: ({ getValue }) => {
      const { label, tone } = states[getValue()];
      return <Badge {...(tone ? { tone } : {})}>{label}</Badge>;
    },
  }),
  column.accessor('resolved_by', {
    header: 'Resolved by',
    cell: ({ row: { original }, table }) =>
      original.resolved_dts ? (
        <>
          {original.resolved_by ?? 'The portal'}
          <div className="small muted">
            {formatDateTime(original.resolved_dts, table.options.meta?.timeZone)}
          </div>
        </>
      ) : (
        <span className="faint">Open</span>
      ),
  }),
]);

interface MonitoringSectionProps {
  ids: MonitoringId[];
  actions: Action[];
  context: GridContext;
  /** The answer of the page's action. */
  result: unknown;
}

/** The monitoring of a person's score: its ids, its events, and what staff can do (doc3 §4). */
export function MonitoringSection({ ids: known, actions, context, result }: MonitoringSectionProps) {
  const none = known.length === 0 && actions.length === 0;
  return (
    <Card
      id="monitoring"
      className="sec"
      title="Monitoring Actions"
      aside={<LastChange of="monitoring" />}
      {...(none
        ? { empty: 'Never turned on' }
        : {
            note: 'Monitoring runs only with the person’s separate consent, for as long as the score is valid.',
          })}
    >
      <MonitoringOff result={result} />
      {known.length > 0 && !confirmationOf(result, 'monitoring-off') ? (
        <Ids known={known} context={context} result={result} />
      ) : null}
      {/* Shown above the buttons, because the button that was refused may no longer be there. */}
      <RefusalBanner result={actions.map(({ id }) => answerTo(result, formOf(id))).find(Boolean)} />
      {actions
        .filter((action) => action.can_activate)
        .map((action) => (
          <Activate key={action.id} action={action} result={result} />
        ))}
      {actions.length > 0 ? (
        <RecordTable
          staff
          label="Monitoring actions"
          rows={actions}
          rowId={(row) => `${row.candidate_action} ${row.id}`}
          columns={columns}
          context={context}
        />
      ) : null}
    </Card>
  );
}

function Ids({ known, context, result }: { known: MonitoringId[]; context: GridContext; result: unknown }) {
  const { timeZone } = context;
  const running = known.filter((each) => each.is_monitoring_on);
  const past = known.filter((each) => !each.is_monitoring_on);
  return (
    <>
      {running.length > 0 ? (
        <Form id="monitoring-off" intent={recordIntents.monitoringoff} result={result}>
          <fieldset className="choices">
            <legend className="label">Monitoring ids that are on</legend>
            {running.map((each) => (
              <CheckOption
                key={each.monitoring_id}
                field={ids.monitoringids}
                value={each.monitoring_id}
                label={each.monitoring_id}
                note={`On since ${formatDateTime(each.first_detected_dts, timeZone)}${
                  each.last_update_dts
                    ? `, last update ${formatDateTime(each.last_update_dts, timeZone)}`
                    : ''
                }`}
              />
            ))}
          </fieldset>
          <div className="actions">
            <SubmitButton kind="default" size="small" pending="Saving">
              Turn off selected
            </SubmitButton>
          </div>
        </Form>
      ) : null}
      {past.length > 0 ? (
        <List label="Monitoring ids that are off">
          {past.map((each) => (
            <ListRow
              key={`${each.monitoring_id} ${String(each.monitoring_disabled_dts)}`}
              title={each.monitoring_id}
              note={
                each.monitoring_disabled_dts
                  ? `Turned off ${formatDateTime(each.monitoring_disabled_dts, timeZone)}`
                  : ''
              }
            >
              <Badge>Off</Badge>
            </ListRow>
          ))}
        </List>
      ) : null}
    </>
  );
}

const formOf = (id: string) => `activate-${id}`;

/** What staff confirm before a person's monitoring ends (D147). */
function MonitoringOff({ result }: { result: unknown }) {
  const values = confirmationOf(result, 'monitoring-off');
  if (!values) return null;
  const chosen = [values.monitoringids ?? []].flat();
  return (
    <FinalDecision
      id="monitoring-off"
      intent={recordIntents.monitoringoff}
      values={values}
      decision={[['Turn off', chosen.join(', ')]]}
      reads="An email that our team turned monitoring off, with how to turn it on again."
      seenBy="Only the person and staff. No company is told."
      final="The person’s consent ends. Staff can’t turn monitoring on again; only the person can, with a new consent."
      label="Turn monitoring off"
      pending="Saving"
    />
  );
}

/** An update without another score, or one that waits: staff can ask the person to accept it. */
function Activate({ action, result }: { action: Action; result: unknown }) {
  const confirmed = confirmationOf(result, formOf(action.id));
  if (confirmed)
    return (
      <FinalDecision
        id={formOf(action.id)}
        intent={recordIntents.monitoringupdate}
        values={confirmed}
        decision={[
          ['Activate', `The update of profile ${action.profilenumber}`],
          ...(action.monitor_score ? ([['Score', action.monitor_score]] as const) : []),
        ]}
        reads="An email that their ShieldScore has changed, with a link to review it."
        seenBy="The score isn’t shared with anyone until the person has reviewed the change."
        final="Sharing stops immediately. Only the person’s answer brings it back."
        label="Activate the update"
        pending="Saving"
      />
    );
  return (
    <Form id={formOf(action.id)} intent={recordIntents.monitoringupdate} result={result} summary={false}>
      <input type="hidden" name={update.profileid.name} value={action.profilenumber} />
      <div className="actions">
        <SubmitButton kind="default" size="small" pending="Saving">
          Activate the update of profile {action.profilenumber}
        </SubmitButton>
      </div>
    </Form>
  );
}
