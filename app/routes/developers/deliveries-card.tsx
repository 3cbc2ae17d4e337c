import { Link } from '@remix-run/react';
import type { listWebhookDeliveries } from '#modules/enterprise/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Badge,
  Card,
  DateAboveTime,
  Form,
  gridColumns,
  LinkButton,
  RecordTable,
  Segment,
  SubmitButton,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { webhookIntents } from './webhook-intents.ts';
import { answerWords } from './webhook-words.ts';

type Deliveries = OutputOf<typeof listWebhookDeliveries>;
type Delivery = Deliveries['deliveries'][number];

const path = '/user/developers/webhooks';

interface DeliveriesCardProps extends Deliveries {
  onlyFailed: boolean;
  isFirst: boolean;
}

/** What was sent in the last 30 days, newest first. */
export function DeliveriesCard({ all, failed, deliveries, more, onlyFailed, isFirst }: DeliveriesCardProps) {
  const { timeZone } = useRoot();
  const show = onlyFailed ? '&show=failed' : '';
  return (
    <Card
      title="Deliveries"
      id="deliveries"
      padded={false}
      aside={
        <>
          <Segment
            label="Deliveries"
            items={[
              { label: `All ${all}`, to: path, current: !onlyFailed },
              { label: `Failed ${failed}`, to: `${path}?show=failed`, current: onlyFailed },
            ]}
          />
          {failed > 0 ? (
            <Form
              id="replay-all"
              intent={webhookIntents.replayAll}
              result={undefined}
              label="Failed deliveries"
            >
              <SubmitButton kind="default" size="small" icon="refresh">
                Send failed again
              </SubmitButton>
            </Form>
          ) : null}
        </>
      }
      foot={
        <>
          <span className="small muted">The last 30 days</span>
          {isFirst ? null : (
            <LinkButton size="small" to={`${path}${onlyFailed ? '?show=failed' : ''}`}>
              Newest
            </LinkButton>
          )}
          {more ? (
            <LinkButton size="small" to={`${path}?before=${deliveries.at(-1)?.id}${show}`}>
              Older
            </LinkButton>
          ) : null}
        </>
      }
    >
      {deliveries.length === 0 ? (
        <p className="card-body muted">{onlyFailed ? 'Nothing failed.' : 'Nothing has been sent yet.'}</p>
      ) : (
        <RecordTable
          label="Deliveries"
          rows={deliveries}
          rowId={(row) => row.id}
          columns={columns}
          context={{ timeZone, now: new Date(0) }}
        />
      )}
    </Card>
  );
}

const column = gridColumns<Delivery>();

const columns = column.columns([
  column.accessor('event_type', {
    header: 'Event',
    meta: { slot: 'top' },
    cell: ({ row: { original } }) => (
      <>
        <Link to={`${path}/deliveries/${original.id}`} preventScrollReset>
          <code>{original.event_type}</code>
        </Link>
        <div className="small muted anywhere">{original.address}</div>
      </>
    ),
  }),
  column.accessor('created_at', {
    header: 'When',
    cell: ({ getValue, table }) => <DateAboveTime at={getValue()} timeZone={table.options.meta?.timeZone} />,
  }),
  column.accessor('failure', {
    header: 'Response',
    cell: ({ row: { original } }) => <Answer of={original} />,
  }),
  column.accessor('tries', { header: 'Attempts' }),
  column.accessor('next_try_at', {
    header: 'Next attempt',
    cell: ({ row: { original }, table }) =>
      original.next_try_at ? (
        <DateAboveTime at={original.next_try_at} timeZone={table.options.meta?.timeZone} />
      ) : (
        <span className="faint">None</span>
      ),
  }),
  column.display({
    id: 'again',
    header: () => <span className="sr">Actions</span>,
    meta: { slot: 'end' },
    cell: ({ row: { original } }) =>
      original.state === 'waiting' ? null : <SendAgain delivery={original} />,
  }),
]);

export function Answer({
  of: { state, failure, answer_status: status, answer_ms: ms },
}: {
  of: Pick<Delivery, 'state' | 'failure' | 'answer_status' | 'answer_ms'>;
}) {
  const words = answerWords({ status, ms, failure });
  if (state === 'delivered')
    return (
      <Badge tone="ok" icon="check">
        {words}
      </Badge>
    );
  return failure === null ? (
    <Badge icon="clock">Waiting</Badge>
  ) : (
    <Badge tone="bad" icon="close">
      {words}
    </Badge>
  );
}

export function SendAgain({
  delivery: { id },
  form = 'again',
}: {
  delivery: Pick<Delivery, 'id'>;
  /** Another one where the row is shown below as well. */
  form?: string;
}) {
  return (
    <Form id={`${form}-${id}`} action={path} intent={webhookIntents.replay} result={undefined}>
      <input type="hidden" name="id" value={id} />
      <SubmitButton kind="default" size="small">
        Send again
      </SubmitButton>
    </Form>
  );
}
