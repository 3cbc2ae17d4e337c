import { useRouteLoaderData } from '@remix-run/react';
import { formatCount } from '#modules/platform/browser.ts';
import type { Contents } from '#modules/reference.ts';
import { PageTitle } from '../../components/index.ts';
import { titled } from '../../title.ts';

export const meta = titled('API');

const surfaces: Readonly<Record<string, string>> = {
  'Company API': 'For your systems, with a key of your company. Stable.',
  'Portal, signed in': 'For the pages of the portal, with a person’s session.',
  Staff: 'For the console, with a session of staff.',
  Public: 'With or without a session.',
};

/** The entrance of the reference (doc1 §2, /api). */
export default function Overview() {
  const contents = useRouteLoaderData<Contents>('routes/api/frame');
  return (
    <>
      <div className="stack stack-8">
        <PageTitle>API</PageTitle>
        <p className="lead">
          Every call of this portal, made from the declarations that it runs: what a call takes, what it
          answers, and what it refuses.
        </p>
        <p>
          For machines: <a href="/api/openapi.json">the calls</a> and{' '}
          <a href="/api/agency.json">the contract for consumer reporting agencies</a>, both as OpenAPI 3.1
          documents.
        </p>
        <p>
          To read without a network: <a href="/api/reference.html">the whole reference as one file</a>.
        </p>
      </div>
      {contents?.surfaces.map(({ title, groups }) => (
        <section key={title} className="stack" aria-label={title}>
          <div>
            <h2>{title}</h2>
            <p className="muted">{surfaces[title]}</p>
          </div>
          <div className="audience">
            {groups.map((group) => (
              <a key={group.to} href={group.to}>
                <b>{group.title}</b>
                <span>{formatCount(group.count, 'call')}</span>
              </a>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
