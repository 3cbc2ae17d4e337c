import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import {
  Badge,
  Card,
  EmptyState,
  Form,
  Icon,
  LinkButton,
  List,
  ListRow,
  Page,
  Segment,
  SubmitButton,
  TextInput,
} from '#app/components/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { developmentOnly } from './development.server.ts';
import { DevelopmentFrame } from './development-frame.tsx';
import { specimens } from './specimen-fields.ts';

const pageSize = 50;

export const meta = titled('Outbox');

export async function loader({ context, request }: LoaderFunctionArgs) {
  developmentOnly(context);
  const query = new URL(request.url).searchParams;
  const channel = query.get('channel');
  const to = query.get('to') ?? '';
  const before = query.get('before') ?? '';
  const messages = await listOutbox(context.portal.db, {
    to: to.slice(0, 254) || undefined,
    channel: channel === 'mail' || channel === 'sms' ? channel : undefined,
    before: /^[0-9a-f-]{36}$/.test(before) ? before : undefined,
    limit: pageSize,
  });
  return {
    to,
    channel,
    messages: messages.map(({ id, channel: by, to: recipient, subject, text, code, createdAt }) => ({
      id,
      channel: by,
      to: recipient,
      title: subject ?? text.slice(0, 120),
      code,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** The mails and text messages that the sandbox stored instead of sending them. */
export default function Outbox() {
  const { messages, to, channel } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const address = (changes: Record<string, string>) => {
    const query = new URLSearchParams({ ...(to ? { to } : {}), ...(channel ? { channel } : {}), ...changes });
    return `/dev/outbox?${query}`;
  };
  const last = messages.length === pageSize ? messages.at(-1) : undefined;
  return (
    <DevelopmentFrame>
      <Page narrow title="Outbox" lead="What the sandbox kept instead of sending it, newest first.">
        <div className="stack">
          <Form id="outbox" method="get" defaults={{ to }} label="Search the outbox">
            <TextInput
              field={specimens.to}
              hint="The whole email address or phone number"
              beside={<SubmitButton>Show</SubmitButton>}
            />
          </Form>
          <div>
            <Segment
              label="Channel"
              items={[
                { to: address({ channel: '' }), label: 'All', current: !channel },
                { to: address({ channel: 'mail' }), label: 'Mail', current: channel === 'mail' },
                { to: address({ channel: 'sms' }), label: 'Text messages', current: channel === 'sms' },
              ]}
            />
          </div>
          <Card
            title="Messages"
            padded={false}
            foot={last ? <LinkButton to={address({ before: last.id })}>Older</LinkButton> : null}
          >
            {messages.length === 0 ? (
              <EmptyState icon="mail" title="Nothing here">
                Messages appear as soon as their job has run.
              </EmptyState>
            ) : (
              <List label="Messages">
                {messages.map((message) => (
                  <ListRow
                    key={message.id}
                    lead={<Icon name={message.channel === 'mail' ? 'mail' : 'phone'} size={20} />}
                    title={<Link to={`/dev/outbox/${message.id}`}>{message.title}</Link>}
                    note={`${message.to} · ${formatDateTime(message.createdAt, timeZone)}`}
                  >
                    {message.code ? <Badge>{message.code}</Badge> : null}
                  </ListRow>
                ))}
              </List>
            )}
          </Card>
        </div>
      </Page>
    </DevelopmentFrame>
  );
}
