import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useFetcher, useLoaderData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { listReleaseNotes, markReleaseNotesRead } from '#modules/enterprise/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Badge, Card, EmptyState, Form, Page, SubmitButton } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('What’s new');

export function loader(args: LoaderFunctionArgs) {
  return perform(args, listReleaseNotes, {});
}

export function action(args: ActionFunctionArgs) {
  return submit(args, { form: buttonForm, operation: markReleaseNotesRead, done: () => data(null) });
}

/**
 * The release notes (F32). With script they count as read when they are shown; without script a button marks them as
 * read.
 */
export default function WhatsNew() {
  const { notes } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const { submit: send } = useFetcher<typeof action>();
  const unread = notes.some((note) => note.unread);
  // The marks for unread notes stay while the page is open.
  const marked = useRef(new Set(notes.filter((note) => note.unread).map(({ id }) => id)));
  useEffect(() => {
    if (unread) send({}, { method: 'post' });
  }, [unread, send]);
  return (
    <Page title="What’s new" narrow>
      {notes.length === 0 ? (
        <Card>
          <EmptyState icon="info" title="Nothing new yet">
            Changes to the portal appear here.
          </EmptyState>
        </Card>
      ) : null}
      {notes.map(({ id, title, body, published_at }) => (
        <Card
          key={id}
          title={title}
          aside={
            <span className="row row-tight small">
              {marked.current.has(id) ? <Badge tone="ok">New</Badge> : null}
              <span>
                Published{' '}
                <time dateTime={published_at.toISOString()}>{formatDate(published_at, timeZone)}</time>
              </span>
            </span>
          }
        >
          <p className="written">{body}</p>
        </Card>
      ))}
      {unread ? (
        <Form id="read" className="without-script" result={result}>
          <SubmitButton kind="default">Mark as read</SubmitButton>
        </Form>
      ) : null}
    </Page>
  );
}
