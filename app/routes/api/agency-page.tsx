import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readAgencyContract } from '#modules/reference.ts';
import { PageTitle } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { Code, FieldList, Path, Section } from './parts.tsx';

export const meta = titled('Agency contract, API');

export function loader({ context }: LoaderFunctionArgs) {
  return { ...readAgencyContract(), callbacks: `${context.portal.config.publicUrl}/hooks/cra` };
}

const signing = `import { createHmac } from 'node:crypto';

const seconds = Math.floor(Date.now() / 1000);
const signature = createHmac('sha256', secret)
  .update(\`\${seconds}.\${body}\`)
  .digest('hex');

await fetch(callbackUrl, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'cra-signature': \`t=\${seconds},v1=\${signature}\`,
  },
  body,
});`;

/** What the portal asks of an agency, and what an agency posts to the portal (D40). */
export default function AgencyPage() {
  return <AgencyContract {...useLoaderData<typeof loader>()} />;
}

interface AgencyContractProps extends ReturnType<typeof readAgencyContract> {
  /** Where the portal takes the events. */
  callbacks: string;
}

export function AgencyContract({ requests, events, callbacks }: AgencyContractProps) {
  return (
    <>
      <div className="stack stack-8">
        <PageTitle>The agency’s contract</PageTitle>
        <p className="lead">
          What a consumer reporting agency offers us, and the events that it sends. We send our key as a
          bearer token, and ask again later after an answer other than 2xx.
        </p>
        <p>
          <a href="/api/agency.json">The same as an OpenAPI 3.1 document</a>
        </p>
      </div>
      {requests.map(({ id, method, path, summary, takes, files, answers, answersPdf }) => (
        <Section
          key={id}
          id={id}
          title={summary.split('. ')[0]?.replace(/\.$/, '')}
          head={
            <>
              <Path of={id} method={method} path={path} />
              <p className="muted">{summary}</p>
            </>
          }
        >
          {files.length > 0 ? <p>The body is the file: {files.join(', ')}.</p> : null}
          <FieldList title="We send" fields={takes} answered />
          <FieldList title="You answer" fields={answers} />
          {answersPdf ? <p>You answer a PDF.</p> : null}
        </Section>
      ))}
      <Section
        id="events"
        title="Events"
        head={
          <>
            <Path of="events" method="POST" path={callbacks} />
            <p className="muted">
              Signed in the header cra-signature with the secret that both know. An event that comes twice
              with the same event_id counts once. Send it again after any answer but 2xx.
            </p>
          </>
        }
        code={<Code title="Sign an event in Node" text={signing} />}
      >
        {events.map(({ type, fields }) => (
          <section key={type} className="stack" id={`event-${type}`} aria-label={type}>
            <FieldList title={type} fields={fields} />
          </section>
        ))}
      </Section>
    </>
  );
}
