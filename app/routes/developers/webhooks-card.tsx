import type { listWebhooks } from '#modules/enterprise/index.ts';
import { formatCount, formatDate, formatDateTime } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Badge,
  Card,
  EmptyState,
  Form,
  LinkButton,
  List,
  ListRow,
  MenuLink,
  RowMenu,
  SubmitButton,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { webhookIntents } from './webhook-intents.ts';

type Webhook = OutputOf<typeof listWebhooks>['webhooks'][number];

const path = '/user/developers/webhooks';

/** The endpoints of a company, each with its state. */
export function WebhooksCard({ webhooks }: { webhooks: readonly Webhook[] }) {
  const add = (
    <LinkButton icon="plus" size="small" to={`${path}/new`} preventScrollReset>
      Add endpoint
    </LinkButton>
  );
  return (
    <Card title="Webhooks" aside={webhooks.length > 0 ? add : null} padded={false}>
      {webhooks.length === 0 ? (
        <EmptyState icon="send" level={3} title="No endpoints yet" action={add}>
          An endpoint is an address in your own system. We send events from your network to it.
        </EmptyState>
      ) : (
        <List label="Webhooks">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </List>
      )}
    </Card>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { timeZone } = useRoot();
  const { id, address, events, secret_last_four, secret_made_at, former_secret_until } = webhook;
  // Several endpoints can be at one host.
  const name = address.replace(/^https?:\/\//, '');
  const secret = `secret whsec_…${secret_last_four} from ${formatDate(secret_made_at, timeZone)}`;
  const former = former_secret_until
    ? `; the previous one signs until ${formatDateTime(former_secret_until, timeZone)}`
    : '';
  return (
    <ListRow
      title={<span className="webhook-address">{address}</span>}
      note={`${formatCount(events.length, 'event')}, ${secret}${former}`}
    >
      <State of={webhook} />
      <Form id={`ping-${id}`} intent={webhookIntents.ping} result={undefined} label={`Test ${name}`}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton kind="default" size="small" pending="Testing">
          {webhook.off_since ? 'Test and turn on' : 'Test'}
        </SubmitButton>
      </Form>
      <RowMenu row={id} label={`Actions for ${name}`}>
        <MenuLink icon="edit" to={`${path}/${id}/events`} keepQuery>
          Edit events
        </MenuLink>
        <MenuLink icon="key" to={`${path}/${id}/secret`} keepQuery>
          Rotate secret
        </MenuLink>
        <MenuLink icon="trash" to={`${path}/${id}/remove`} keepQuery danger>
          Remove
        </MenuLink>
      </RowMenu>
    </ListRow>
  );
}

function State({ of: { off_since, off_because, failing_since, failed } }: { of: Webhook }) {
  const { timeZone } = useRoot();
  if (off_since)
    return (
      <span className="stack stack-4">
        <span>
          <Badge tone="bad" icon="close">
            Off
          </Badge>
        </span>
        <span className="small muted">
          {off_because === 'gone' ? 'Answered 410' : 'Failed for 5 days'}, {formatDate(off_since, timeZone)}.
          {failed > 0 ? ` ${formatCount(failed, 'event')} can be sent again.` : null}
        </span>
      </span>
    );
  return failing_since ? (
    <Badge tone="warn" icon="alert">
      Failing since {formatDate(failing_since, timeZone)}
    </Badge>
  ) : (
    <Badge tone="ok" icon="check">
      On
    </Badge>
  );
}
