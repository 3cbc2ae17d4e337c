import type { LoaderFunctionArgs } from '@remix-run/node';
import { NavLink, Outlet, useLoaderData, useMatches } from '@remix-run/react';
import { type Contents, type GroupPage, readContents } from '#modules/reference.ts';
import { Icon } from '../../components/icon.tsx';
import { usePopover } from '../../components/popover.ts';
import { Footer } from '../../components/shell/footer.tsx';
import { Logo } from '../../components/shell/logo.tsx';
import { useRoot } from '../shell/use-root.ts';
import { Verb } from './parts.tsx';
import { SearchBox } from './search-box.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  return readContents(context.portal);
}

/** The layout of the reference: its contents beside the page. */
export default function ReferenceFrame() {
  const contents = useLoaderData<typeof loader>();
  const { brand } = useRoot();
  return (
    <div className="solo">
      <header className="header">
        <Logo brand={brand} to="/login" />
        <span className="badge">API</span>
        <div className="header-facts">
          <a href="/api/openapi.json">openapi.json</a>
        </div>
        <button type="button" className="btn btn-small nav-open" popovertarget={drawerId}>
          <Icon name="menu" />
          Contents
        </button>
      </header>
      <div className="apipage">
        <ContentsList contents={contents} />
        <main className="apimain" id="main">
          <Outlet />
        </main>
      </div>
      <Footer brand={brand} />
    </div>
  );
}

const drawerId = 'contents';

function ContentsList({ contents }: { contents: Contents }) {
  const drawer = usePopover<HTMLElement>();
  return (
    <aside className="sidebar apinav" id={drawerId} popover="auto" ref={drawer} aria-label="Contents">
      <button
        type="button"
        className="btn btn-quiet btn-icon only-narrow nav-close"
        popovertarget={drawerId}
        popovertargetaction="hide"
        aria-label="Close contents"
      >
        <Icon name="close" />
      </button>
      <SearchBox />
      <nav aria-label="Reference">
        <h2>Start</h2>
        <ul>
          <Entry to="/api" title="Overview" exact />
          <Entry
            to="/api/rules"
            title={contents.hasKeys ? 'Errors, limits, paging' : 'Requests and errors'}
          />
        </ul>
        {contents.surfaces.map(({ title, groups }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {groups.map((group) => (
                <Entry key={group.to} {...group} />
              ))}
            </ul>
          </div>
        ))}
        {contents.events > 0 ? (
          <>
            <h2>Sent to you</h2>
            <ul>
              <Entry to="/api/webhooks" title="Webhooks" count={contents.events} />
            </ul>
          </>
        ) : null}
        <h2>For agencies</h2>
        <ul>
          <Entry to="/api/agency" title="Contract" count={contents.requests} />
        </ul>
      </nav>
    </aside>
  );
}

interface EntryProps {
  to: string;
  title: string;
  count?: number;
  exact?: boolean;
}

function Entry({ to, title, count, exact = false }: EntryProps) {
  return (
    <li>
      <NavLink to={to} end={exact} prefetch="none">
        {title}
        {count === undefined ? null : <span>{count}</span>}
      </NavLink>
      <CallsOf to={to} />
    </li>
  );
}

/** The calls of the page that is open, below its entry. */
function CallsOf({ to }: { to: string }) {
  const open = useMatches().find(({ pathname }) => pathname.replace(/\/$/, '') === to)?.data as
    | GroupPage
    | undefined;
  if (!open?.calls) return null;
  return (
    <ul>
      {open.calls.map(({ id, method, path }) => (
        <li key={id}>
          <a href={`#${id}`}>
            <Verb method={method} />
            {path.split('/').at(-1)}
          </a>
        </li>
      ))}
    </ul>
  );
}
