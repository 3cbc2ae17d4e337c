import { Link } from '@remix-run/react';
import type { getMyRequests } from '#modules/identity/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, Form, LinkButton, List, ListRow, SubmitButton } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { privacyIntents } from './privacy-intents.ts';

type Requests = OutputOf<typeof getMyRequests>['requests'];
type Request = Requests[number];

/** What a person can ask about their data, and how far it is (D23). */
export function DataCard({ requests }: { requests: Requests }) {
  const of = (kind: Request['kind']) => requests.find((request) => request.kind === kind);
  return (
    <Card
      id="data"
      title="Your data"
      padded={false}
      foot={
        <p className="small">
          <Link to="/user/seen">Who saw my score</Link>, and our{' '}
          <Link to="/privacypolicy">privacy policy</Link>
        </p>
      }
    >
      <List label="Your data">
        <ExportRow request={of('export')} />
        <LimitRow request={of('limit')} />
        <DeletionRow request={of('deletion')} />
      </List>
    </Card>
  );
}

interface RowProps {
  request: Request | undefined;
}

const opened = (request: Request | undefined): Request | null =>
  request && request.state !== 'closed' ? request : null;

function ExportRow({ request }: RowProps) {
  const { timeZone } = useRoot();
  const open = opened(request);
  if (open) {
    return (
      <ListRow
        title="Get a copy"
        note={`Asked for on ${formatDate(open.requested_at, timeZone)}. We’ll email you when it is ready. You can leave this page.`}
      >
        <Badge tone="info" icon="clock">
          Being made
        </Badge>
      </ListRow>
    );
  }
  const ready = request?.file_expires_at ? { ...request, until: request.file_expires_at } : null;
  return (
    <ListRow
      title="Get a copy"
      note={
        ready
          ? `Made on ${formatDate(ready.requested_at, timeZone)}. You can download it until ${formatDate(ready.until, timeZone)}.`
          : 'A zip file with everything that we hold about you. We email you a link to it.'
      }
    >
      {ready ? (
        <LinkButton
          size="small"
          icon="download"
          to={`/user/profile/privacy/export/${ready.id}`}
          reloadDocument
        >
          Download
        </LinkButton>
      ) : null}
      <LinkButton size="small" to="/user/profile/privacy/export" preventScrollReset>
        {ready ? 'Ask again' : 'Ask for a copy'}
      </LinkButton>
    </ListRow>
  );
}

function LimitRow({ request }: RowProps) {
  const { timeZone } = useRoot();
  const open = opened(request);
  return (
    <ListRow
      title="Limit the use of my personal data"
      note={
        open
          ? open.state === 'answered'
            ? 'We emailed you the answer.'
            : `Asked for on ${formatDate(open.requested_at, timeZone)}. We answer by ${formatDate(open.due_at, timeZone)}.`
          : 'We then use it only for what the law or your own background check requires.'
      }
    >
      {open ? (
        <Badge tone={open.state === 'answered' ? 'ok' : 'info'} icon="mail">
          {open.state === 'answered' ? 'Answered' : 'Received'}
        </Badge>
      ) : (
        <LinkButton size="small" to="/limitpersonaldata">
          Ask to limit it
        </LinkButton>
      )}
    </ListRow>
  );
}

function DeletionRow({ request }: RowProps) {
  const { timeZone } = useRoot();
  const eraseAt = opened(request)?.erase_at;
  if (eraseAt) {
    return (
      <ListRow
        title="Delete my account"
        note={`It will be deleted on ${formatDate(eraseAt, timeZone)}. Until then you can keep it.`}
      >
        <Form id="keep" intent={privacyIntents.keep} summary={false}>
          <SubmitButton kind="default" size="small">
            Keep my account
          </SubmitButton>
        </Form>
      </ListRow>
    );
  }
  return (
    <ListRow
      title="Delete my account"
      note="You have 30 days to change your mind. Then we delete everything except what the law makes us keep."
    >
      <LinkButton size="small" to="/user/profile/privacy/delete" preventScrollReset>
        Delete account
      </LinkButton>
    </ListRow>
  );
}
