import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { Button, Card, CopyButton, Facts, Page } from '#app/components/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { replyByText, sendMailEvent } from '#sandboxes/outbox/index.ts';
import { readForm } from '../../form.server.ts';
import { titledBy } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { DevelopmentFrame } from './development-frame.tsx';
import { findMessage } from './outbox.server.ts';

export const meta = titledBy<typeof loader>((data) => data.message.subject ?? 'Message');

/** Shows a message. If it is a followed mail, this counts as opening it. */
export async function loader(args: LoaderFunctionArgs) {
  const found = await findMessage(args);
  await sendMailEvent(args.context.portal, found, { event: 'opened' });
  const { html, createdAt, ...message } = found;
  return { message: { ...message, createdAt: createdAt.toISOString() }, hasHtml: html !== null };
}

/** Follows the first link of a mail, or answers a text message like the phone that received it. */
export async function action(args: ActionFunctionArgs) {
  const message = await findMessage(args);
  const { channel, to, links } = message;
  if (channel === 'mail') {
    if (!links[0]) throw new Response(null, { status: 405 });
    await sendMailEvent(args.context.portal, message, { event: 'clicked' });
    return redirect(links[0]);
  }
  const { formData } = await readForm(args);
  const said = String(formData.get('said') ?? '');
  const reply = await replyByText(args.context.portal, to, said);
  return data({ said, reply });
}

/** One message as its recipient would see it, and as plain text. */
export default function OutboxMessagePage() {
  const { message, hasHtml } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const title = message.subject ?? 'Text message';
  return (
    <DevelopmentFrame>
      <Page narrow title={title} crumbs={<Link to="/dev/outbox">Outbox</Link>}>
        <div className="stack stack-24">
          <Card title="Message">
            <Facts
              facts={[
                ['To', message.to],
                ['Kept', formatDateTime(message.createdAt, timeZone)],
                ...(message.code ? ([['Code', <Code key="code" code={message.code} />]] as const) : []),
                ...message.links.map(
                  (link, at) =>
                    [
                      `Link ${at + 1}`,
                      <a key={link} href={link}>
                        {link}
                      </a>,
                    ] as const,
                ),
                ...(message.messageId ? ([['Message-ID', message.messageId]] as const) : []),
              ]}
            />
          </Card>
          {hasHtml ? (
            <Card title="As it is shown" padded={false}>
              <iframe
                src={`/dev/outbox/${message.id}/html`}
                title={title}
                width="100%"
                height="640"
                frameBorder="0"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
              />
            </Card>
          ) : null}
          <Card title={hasHtml ? 'As plain text' : 'Text'}>
            <PlainText text={message.text} />
          </Card>
          {message.channel === 'sms' ? <ReplyCard /> : null}
          {message.channel === 'mail' && message.links.length > 0 ? (
            <form method="post">
              <Button type="submit">Follow the first link, as a mail provider counts it</Button>
            </form>
          ) : null}
        </div>
      </Page>
    </DevelopmentFrame>
  );
}

function ReplyCard() {
  const answered = useActionData<{ said: string; reply: string | null }>();
  return (
    <Card title="Reply">
      {answered ? (
        <p role="status">
          Sent: {answered.said}. {answered.reply ? `Answer: ${answered.reply}` : 'Nothing was answered.'}
        </p>
      ) : null}
      <form method="post" className="row">
        <input className="input" name="said" aria-label="Reply" defaultValue="STOP" />
        <Button type="submit">Send</Button>
      </form>
    </Card>
  );
}

function Code({ code }: { code: string }) {
  return (
    <>
      <span className="mono">{code}</span>{' '}
      <CopyButton text={code} label="Copy" copied="Copied" size="small" />
    </>
  );
}

function PlainText({ text }: { text: string }) {
  return text
    .trim()
    .split('\n\n')
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <p key={at} className="anywhere">
        {part.split('\n').map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never move
          <span key={index}>
            {line}
            <br />
          </span>
        ))}
      </p>
    ));
}
