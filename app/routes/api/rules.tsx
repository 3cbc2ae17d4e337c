import { useLoaderData } from '@remix-run/react';
import { readCommonErrors } from '#modules/reference.ts';
import { PageTitle } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { Code, Errors, Section } from './parts.tsx';

export const meta = titled('Requests and errors, API');

export function loader() {
  return { errors: readCommonErrors() };
}

const refusal = `{
  "success": false,
  "error_code": "invalid-input",
  "error_message": "Please check what you entered.",
  "issues": {
    "emailaddress": ["Enter your email address"]
  }
}`;

/** What all calls have in common. */
export default function Rules() {
  const { errors } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="stack stack-8">
        <PageTitle>Requests and errors</PageTitle>
        <p className="lead">What all calls under /hub/api have in common.</p>
      </div>
      <Section id="requests" title="Requests">
        <ul className="params">
          <li>
            <div>
              <code>Content-Type</code>
              <span className="type">header, POST</span>
            </div>
            <p>application/json. A GET takes its fields in the address.</p>
          </li>
          <li>
            <div>
              <code>Cookie</code>
              <span className="type">header</span>
            </div>
            <p>The session of whoever is signed in. A call acts for that person, and for their company.</p>
          </li>
          <li>
            <div>
              <code>Origin</code>
              <span className="type">header, POST</span>
            </div>
            <p>
              The address of the portal. A browser sends it from the portal’s own pages; others are refused.
            </p>
          </li>
          <li>
            <div>
              <code>Flags</code>
              <span className="type">YES or NO</span>
            </div>
            <p>true and false are taken as well. Answers have YES and NO.</p>
          </li>
          <li>
            <div>
              <code>Times</code>
              <span className="type">text</span>
            </div>
            <p>RFC 3339 in UTC. Days without a time are YYYY-MM-DD.</p>
          </li>
          <li>
            <div>
              <code>Unknown fields</code>
              <span className="type">any</span>
            </div>
            <p>Ignored.</p>
          </li>
        </ul>
      </Section>
      <Section id="errors" title="Errors" code={<Code title="400" text={refusal} />}>
        <p>
          A call that is refused changes nothing. Its <code>error_code</code> stays the same, its{' '}
          <code>error_message</code> is for people. Something that doesn’t exist, belongs to somebody else, or
          is not for your role gets the same 404. After 429, <code>Retry-After</code> says when to try again,
          in seconds.
        </p>
        <h3>Any call may answer</h3>
        <Errors errors={errors} />
      </Section>
    </>
  );
}
