import { useLoaderData } from '@remix-run/react';
import { type EventView, readEvents } from '#modules/reference.ts';
import { PageTitle } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { Code, FieldList, Section } from './parts.tsx';

export const meta = titled('Webhooks, API');

export function loader() {
  return { events: readEvents() };
}

const verifying = `import { Webhook } from 'standardwebhooks';

// Throws if it is forged, or older than five minutes.
const event = new Webhook(secret).verify(body, headers);`;

/** The events that the portal sends to the endpoints of a company (D136). */
export default function Webhooks() {
  return <EventList {...useLoaderData<typeof loader>()} />;
}

export function EventList({ events }: { events: readonly EventView[] }) {
  return (
    <>
      <div className="stack stack-8">
        <PageTitle>Webhooks</PageTitle>
        <p className="lead">
          Signed as Standard Webhooks describes. Answer 2xx within 10 seconds. We try again for about three
          days; after five days of failures we turn the endpoint off and email the owner. An answer of 410
          turns it off at once.
        </p>
        <p>
          The same event can come twice: keep <code>webhook-id</code>. Order is not promised. Bodies carry ids
          and statuses, never a report.
        </p>
      </div>
      <Section id="verify" title="Verify a delivery" code={<Code title="Node" text={verifying} />}>
        <FieldList
          title="Headers"
          answered
          fields={[
            {
              name: 'webhook-id',
              type: 'text',
              required: true,
              words: 'The same for every try of an event.',
            },
            { name: 'webhook-timestamp', type: 'seconds', required: true, words: 'When this try was sent.' },
            {
              name: 'webhook-signature',
              type: 'text',
              required: true,
              words: 'One signature for each secret that works, separated by blanks.',
            },
          ]}
        />
      </Section>
      {events.map(({ name, summary, fields, example }) => (
        <Section
          key={name}
          id={name.replaceAll('.', '-')}
          title={name}
          head={<p className="muted">{summary}</p>}
          code={<Code title="Body" text={example} />}
        >
          <FieldList title="Body" fields={fields} answered />
        </Section>
      ))}
    </>
  );
}
