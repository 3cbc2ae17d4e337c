import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { type GroupPage, readGroup } from '#modules/reference.ts';
import { PageTitle } from '../../components/index.ts';
import { titledBy } from '../../title.ts';
import { CallSection } from './parts.tsx';

export const meta = titledBy<typeof loader>(({ title }) => `${title}, API`);

export function loader({ context, params }: LoaderFunctionArgs) {
  const page = readGroup(context.portal, params.surface ?? '', params.group ?? '');
  if (!page) throw new Response('Not found', { status: 404 });
  return page;
}

const leads = {
  company: 'With a key of your company.',
  portal: 'With a person’s session, from a page of the portal.',
  staff: 'With a session of staff. Everyone else gets the 404 of an unknown path.',
  public: 'With or without a session, from a page of the portal.',
};

/** The calls of one chapter. */
export default function Group() {
  return <CallList {...useLoaderData<typeof loader>()} />;
}

export function CallList({ title, surface, calls }: GroupPage) {
  return (
    <>
      <div className="stack stack-8">
        <PageTitle>{title}</PageTitle>
        <p className="lead">{leads[surface]}</p>
        <p className="small muted">
          Every call may also answer <a href="/api/rules#errors">the errors that all have</a>.
        </p>
      </div>
      {calls.map((call) => (
        <CallSection key={call.id} call={call} />
      ))}
    </>
  );
}
