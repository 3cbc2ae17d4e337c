import { Link } from '@remix-run/react';
import type { getMyRequests } from '#modules/identity/index.ts';
import { changeOfMind } from '#modules/identity/limits.ts';
import { formatDate, formatDuration } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, Form, LinkButton, List, ListRow, SubmitButton } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { privacyIntents } from './privacy-intents.ts';

type Requests = OutputOf<typeof getMyRequests>['requests'];
type Request = Requests[number];

/** The requests that people can make about their data, and the status of each (D23). */
export function DataCard({ requests }: { requests: Requests }) {
  const of = (kind: Request['kind']) => requests.find((request) => request.kind === kind);
  return (
    <Card
      id="data"
      title="Your data"
      padded={false}
      foot={
        <p className="small">
          See <Link to="/user/seen">who saw my score</Link> or read our{' '}
          <Link to="/privacypolicy">privacy policy</Link>.
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
        note={`Requested on ${formatDate(open.requested_at, timeZone)}. We’ll email you when it’s ready. You can leave this page.`}
      >
        <Badge tone="info" icon="clock">
          In progress
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
          ? `Requested on ${formatDate(ready.requested_at, timeZone)}. You can download it until ${formatDate(ready.until, timeZone)}.`
          : 'A zip file with everything we hold about you. We’ll email you when it’s ready.'
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
        {ready ? 'Request a new copy' : 'Request a copy'}
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
            ? 'We emailed you our answer.'
            : `Requested on ${formatDate(open.requested_at, timeZone)}. We’ll reply by ${formatDate(open.due_at, timeZone)}.`
          : 'We’ll use it only as the law or your own background check requires.'
      }
    >
      {open ? (
        <Badge tone={open.state === 'answered' ? 'ok' : 'info'} icon="mail">
          {open.state === 'answered' ? 'Answered' : 'Received'}
        </Badge>
      ) : (
        <LinkButton size="small" to="/limitpersonaldata">
          Request a limit
        </LinkButton>
      )}
    </ListRow>
  );
}

/** What a due deletion waits for (D140). */
const waitNotes: Record<NonNullable<Request['waits_for']>, string> = {
  law: 'The law requires us to keep some of your data for now.',
  chargeback: 'Your bank is reviewing a payment.',
  refund: 'A refund isn’t finished yet.',
  dispute: 'An error that you reported hasn’t been answered yet.',
  'adverse-action': 'A company may make a decision about you because of your report.',
  check: 'Your background check isn’t finished yet.',
  company: 'You own a company account. Transfer the ownership first.',
  result: 'Your result is waiting for your review.',
  application: 'You have an unfinished application.',
};

const waitingNote = (what: string, until: string | null) =>
  `${what} ${until ? `We’ll delete your account on ${until} at the latest.` : 'After that, we’ll delete your account.'} Until then, you can choose to keep it.`;

function DeletionRow({ request }: RowProps) {
  const { timeZone } = useRoot();
  const open = opened(request);
  if (open?.erase_at) {
    return (
      <ListRow
        title="Delete my account"
        note={
          open.waits_for
            ? waitingNote(
                waitNotes[open.waits_for],
                open.waits_until && formatDate(open.waits_until, timeZone),
              )
            : `It will be deleted on ${formatDate(open.erase_at, timeZone)}. Until then, you can choose to keep it.`
        }
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
      note={`You have ${formatDuration(changeOfMind)} to change your mind. Then we delete everything except what the law requires us to keep.`}
    >
      <LinkButton size="small" to="/user/profile/privacy/delete" preventScrollReset>
        Delete account
      </LinkButton>
    </ListRow>
  );
}
