import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ErrorView } from '#modules/platform/index.ts';
import { readCommonErrors, readContents } from '#modules/reference.ts';
import { PageTitle } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { Code, Errors, FieldList, Section } from './parts.tsx';

export const meta = titled('Requests and errors, API');

export function loader({ context }: LoaderFunctionArgs) {
  return { ...readCommonErrors(), hasKeys: readContents(context.portal).hasKeys };
}

/** What all calls have in common. */
export default function Rules() {
  return <RuleList {...useLoaderData<typeof loader>()} />;
}

interface RuleListProps {
  /** What any call may answer. */
  session: readonly ErrorView[];
  keyed: readonly ErrorView[];
  hasKeys: boolean;
}

export function RuleList({ session, keyed, hasKeys }: RuleListProps) {
  return (
    <>
      <div className="stack stack-8">
        <PageTitle>Requests and errors</PageTitle>
        <p className="lead">What calls have in common.</p>
      </div>
      {hasKeys ? <WithKey errors={keyed} /> : null}
      <WithSession errors={session} />
    </>
  );
}

const rule = (name: string, type: string, words: string) => ({ name, type, words, required: false });

const keyRules = [
  rule('Authorization', 'header', 'Bearer and the key. It acts for the company, never for a person.'),
  rule('Times', 'text', 'RFC 3339 in UTC. Days without a time are YYYY-MM-DD.'),
  rule('Api-Version', 'header of an answer', 'The date of the last change that a client can notice.'),
];

const pagingRules = [
  rule('limit', 'query', 'How many rows: 20 unless you say so, 100 at most.'),
  rule('starting_after', 'query', 'The id of the last row that you have. Without it, the first page.'),
  rule('has_more', 'answer', 'Whether there are more rows after those in data.'),
  rule(
    'ETag',
    'header of an answer',
    'Send it as If-None-Match: an answer that did not change is 304, without a body.',
  ),
];

const againRules = [
  rule(
    'Idempotency-Key',
    'header, POST',
    'Of your choice, 255 characters at most. For 24 hours a second request with it gets the first answer, and nothing is done twice. The same key with another body is refused with 422.',
  ),
  rule(
    'RateLimit',
    'header of an answer',
    'How many calls are left (r), and for how many seconds (t): 600 a minute for each key.',
  ),
  rule('Retry-After', 'header, 429 and 503', 'In how many seconds to try again.'),
];

const problem = `HTTP/1.1 404 Not Found
Content-Type: application/problem+json

{
  "type": "about:blank",
  "title": "We couldn’t find that.",
  "status": 404,
  "code": "not-found",
  "request_id": "0198c1d2-5f0a-7c3e-9a51-2b8f4f6f1d10"
}`;

function WithKey({ errors }: { errors: readonly ErrorView[] }) {
  return (
    <>
      <Section id="key-requests" title="With a key, under /api/v1">
        <FieldList title="Requests" fields={keyRules} />
      </Section>
      <Section id="paging" title="Paging and unchanged answers">
        <FieldList title="Lists" fields={pagingRules} />
      </Section>
      <Section id="trying-again" title="Trying again, and limits">
        <FieldList title="Headers" fields={againRules} />
      </Section>
      <Section
        id="key-errors"
        title="Errors of calls with a key"
        head={
          <p className="muted">
            Problem details (RFC 9457). The code stays the same, the title is for people, and request_id is
            what support needs.
          </p>
        }
        code={<Code title="404, application/problem+json" text={problem} />}
      >
        <h3>Any call may answer</h3>
        <Errors errors={errors} />
      </Section>
    </>
  );
}

const sessionRules = [
  rule('Content-Type', 'header, POST', 'application/json. A GET takes its fields in the address.'),
  rule(
    'Cookie',
    'header',
    'The session of whoever is signed in. A call acts for that person, and for their company.',
  ),
  rule(
    'Origin',
    'header, POST',
    'The address of the portal. A browser sends it from the portal’s own pages; others are refused.',
  ),
  rule('Flags', 'YES or NO', 'true and false are taken as well. Answers have YES and NO.'),
  rule('Times', 'text', 'RFC 3339 in UTC. Days without a time are YYYY-MM-DD.'),
  rule('Unknown fields', 'any', 'Ignored.'),
];

const refusal = `HTTP/1.1 400 Bad Request
Content-Type: application/json

{
  "success": false,
  "error_code": "invalid-input",
  "error_message": "Please check what you entered.",
  "issues": {
    "emailaddress": ["Enter your email address"]
  }
}`;

function WithSession({ errors }: { errors: readonly ErrorView[] }) {
  return (
    <>
      <Section id="requests" title="With a session, under /hub/api">
        <FieldList title="Requests" fields={sessionRules} />
      </Section>
      <Section
        id="errors"
        title="Errors of calls with a session"
        head={
          <p className="muted">
            A call that is refused changes nothing. Its error_code stays the same, its error_message is for
            people. Something that doesn’t exist, belongs to somebody else, or is not for your role gets the
            same 404. After 429, the header Retry-After says in how many seconds to try again.
          </p>
        }
        code={<Code title="400" text={refusal} />}
      >
        <h3>Any call may answer</h3>
        <Errors errors={errors} />
      </Section>
    </>
  );
}
