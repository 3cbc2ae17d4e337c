import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Portal } from '#modules/platform/index.ts';
import {
  readAgencyContract,
  readCommonErrors,
  readContents,
  readEvents,
  readGroup,
} from '#modules/reference.ts';
import { titleId } from '../../components/page-focus.ts';
import { AgencyContract } from './agency-page.tsx';
import { CallList } from './group.tsx';
import { RuleList } from './rules.tsx';
import styles from './saved.css?inline';
import { EventList } from './webhooks.tsx';

/** The whole reference as one file with its styles, to be kept and read without a network. */
export function renderWholeReference(portal: Portal): string {
  const page = renderToStaticMarkup(<Reference portal={portal} />)
    // React would escape the quotes of a style sheet.
    .replace('</head>', () => `<style>${styles}</style></head>`)
    // Each page has one title with an id; here they are on one page.
    .replaceAll(` id="${titleId}"`, '')
    .replaceAll(/href="\/api\/[a-z/-]+#([^"]+)"/g, 'href="#$1"')
    .replaceAll('href="/', `href="${portal.config.publicUrl}/`);
  return `<!doctype html>${page}`;
}

/** '/api/company/the-key' is '#company-the-key' here. */
const anchorOf = (to: string) => to.split('/').slice(2).join('-');

function Reference({ portal }: { portal: Portal }) {
  const { surfaces, hasKeys, events } = readContents(portal);
  const groups = surfaces.flatMap(({ groups }) => groups);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference</title>
      </head>
      <body>
        <div className="solo">
          <header className="header">
            <b>API reference</b>
            <span className="small muted anywhere">{portal.config.publicUrl}</span>
            <button type="button" className="btn btn-small nav-open" popovertarget="contents">
              Contents
            </button>
          </header>
          <div className="apipage">
            <aside className="sidebar apinav" id="contents" popover="auto" aria-label="Contents">
              <nav aria-label="Reference">
                <h2>Start</h2>
                <ul>
                  <Entry to="rules" title="Requests and errors" />
                </ul>
                {surfaces.map(({ title, groups }) => (
                  <div key={title}>
                    <h2>{title}</h2>
                    <ul>
                      {groups.map(({ to, title, count }) => (
                        <Entry key={to} to={anchorOf(to)} title={title} count={count} />
                      ))}
                    </ul>
                  </div>
                ))}
                <h2>Events and agencies</h2>
                <ul>
                  {events > 0 ? <Entry to="webhooks" title="Webhooks" count={events} /> : null}
                  <Entry to="agency" title="The agency’s contract" />
                </ul>
              </nav>
            </aside>
            <main className="apimain" id="main">
              <Chapter id="rules">
                <RuleList {...readCommonErrors()} hasKeys={hasKeys} />
              </Chapter>
              {groups.map(({ to }) => (
                <Group key={to} portal={portal} to={to} />
              ))}
              {events > 0 ? (
                <Chapter id="webhooks">
                  <EventList events={readEvents()} />
                </Chapter>
              ) : null}
              <Chapter id="agency">
                <AgencyContract
                  {...readAgencyContract()}
                  callbacks={`${portal.config.publicUrl}/hooks/cra`}
                />
              </Chapter>
            </main>
          </div>
        </div>
      </body>
    </html>
  );
}

function Entry({ to, title, count }: { to: string; title: string; count?: number }) {
  return (
    <li>
      <a href={`#${to}`}>
        {title}
        {count === undefined ? null : <span>{count}</span>}
      </a>
    </li>
  );
}

function Chapter({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="stack stack-32">
      {children}
    </div>
  );
}

function Group({ portal, to }: { portal: Portal; to: string }) {
  const [surface = '', slug = ''] = to.split('/').slice(2);
  const page = readGroup(portal, surface, slug);
  return page ? (
    <Chapter id={anchorOf(to)}>
      <CallList {...page} />
    </Chapter>
  ) : null;
}
