import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { auditGrid, listAuditLog } from '#modules/admin/index.ts';
import { describeAgent } from '#modules/identity/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { SYSTEM_ADDRESS } from '#modules/platform/index.ts';
import { withQuery } from '../../components/grid/page.ts';
import {
  DataGrid,
  DateAboveTime,
  EmptyState,
  gridColumns,
  LinkButton,
  Page,
  ShieldId,
  Tabs,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { AboutEntry, doerOf, EntryDetail, type LoggedEntry } from './audit-entry.tsx';
import { entryInWords } from './audit-values.server.ts';
import { detailWords } from './audit-words.ts';
import { PeekLink, peekName } from './pipeline/peek-link.tsx';

export const meta = titled('Audit log');

export async function loader(args: LoaderFunctionArgs) {
  const page = await gridPage(args, auditGrid, async (asked) => {
    const { entries, ...found } = await perform(args, listAuditLog, asked);
    return {
      rows: entries.map((entry) => ({
        ...entryInWords(entry),
        ...placeOf(entry),
      })),
      ...found,
    };
  });
  const staff = page.staff.map(({ id, name }) => ({ value: id, label: name }));
  const options: Readonly<Record<string, (typeof page.filters)[number]['options']>> = {
    staff,
    action: page.actions,
  };
  const filters = page.filters.map((filter) => ({
    ...filter,
    options: options[filter.name] ?? filter.options,
  }));
  return { page: { ...page, filters }, now: args.context.portal.clock.now() };
}

/** From where an entry was made. A job or a command has no browser, but a name. */
function placeOf({ address, agent }: { address: string | null; agent: string | null }) {
  if (address === null || address === SYSTEM_ADDRESS) return { place: null, browser: agent };
  return { place: address, browser: agent && describeAgent(agent) };
}

const column = gridColumns<LoggedEntry>();

const columns = column.columns([
  column.accessor('at', {
    id: 'when',
    header: 'When',
    cell: ({ getValue, table }) => <DateAboveTime at={getValue()} timeZone={table.options.meta?.timeZone} />,
  }),
  column.display({
    id: 'who',
    header: 'Who',
    cell: ({ row: { original: entry } }) => {
      const [who, role] = doerOf(entry);
      return (
        <>
          {who}
          <div className="small muted">{role}</div>
        </>
      );
    },
  }),
  column.accessor('words', {
    id: 'what',
    header: 'What',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ getValue, row: { original: entry } }) => (
      <>
        <PeekLink alertId={entry.id}>
          <b>{getValue()}</b>
        </PeekLink>
        {entry.detail ? <div className="small muted clip-two">{detailWords(entry.detail)}</div> : null}
      </>
    ),
  }),
  column.display({
    id: 'about',
    header: 'About',
    cell: ({ row: { original: entry } }) => (
      <>
        <AboutEntry entry={entry} />
        {entry.about_id && entry.about_shieldid ? (
          <div className="small muted">
            <ShieldId value={entry.about_shieldid} />
          </div>
        ) : null}
      </>
    ),
  }),
  column.accessor('place', {
    id: 'from',
    header: 'From',
    cell: ({ getValue, row: { original: entry } }) => (
      <>
        {getValue() ?? 'Inside the portal'}
        <div className="small muted">
          <SessionLink id={entry.session_id} />
        </div>
      </>
    ),
  }),
]);

function SessionLink({ id }: { id: string | null }) {
  const { search } = useLocation();
  if (!id) return 'No session';
  return <Link to={withQuery(search, { session: id })}>Session {id.slice(-4)}</Link>;
}

/** Who did what to whom, when, from where and in which session (D75). */
export default function AuditLog() {
  const { page, now } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { time_zone: timeZone } = page;
  const opened = new URLSearchParams(search).get(peekName);
  const kind = page.filters.find(({ name }) => name === 'kind');
  const kinds = kind?.options ?? [];
  return (
    <Page
      title="Audit log"
      lead="Who did what, to whom, when and from where. Nothing here can be changed or deleted. Reading it is recorded here too."
      actions={
        page.total > 0 ? (
          <LinkButton to={`/admin/audit.csv${search}`} icon="download" reloadDocument>
            Export as CSV
          </LinkButton>
        ) : null
      }
    >
      <Narrowed />
      <Tabs
        label="Kind of entry"
        items={kinds.map(({ value, label }) => ({
          to: withQuery(search, { kind: value === 'all' ? null : value }),
          label,
          current: value === kind?.value,
        }))}
      />
      <DataGrid
        label="Entries"
        columns={columns}
        page={page}
        rowId={(entry) => entry.id}
        context={{ timeZone, now }}
        withoutFilters={['person', 'company', 'session', 'kind']}
        rowTone={(entry) => (entry.id === opened ? 'open' : undefined)}
        openedRow={(entry) =>
          entry.id === opened ? <EntryDetail entry={entry} timeZone={timeZone} /> : null
        }
        noMatches="No entries match"
        staff
        empty={<EmptyState icon="search" title="No entries yet" />}
      />
    </Page>
  );
}

/** The person, company or session to which a link has narrowed the log, each with the way to it and the way back. */
function Narrowed() {
  const { page } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { person, company, session, time_zone: timeZone } = page;
  const lines = [
    person && {
      name: 'person',
      text: (
        <>
          About or by <b>{person.name}</b>. <Link to={`/admin/user/${person.id}#audit`}>Open the record</Link>
        </>
      ),
    },
    company && {
      name: 'company',
      text: (
        <>
          By or about the company <b>{company.name}</b>.{' '}
          {company.owner_id ? (
            <Link to={`/admin/user/${company.owner_id}/enterprise`}>Open the company</Link>
          ) : null}
        </>
      ),
    },
    session && {
      name: 'session',
      text: (
        <>
          One session of <b>{session.name ?? 'nobody'}</b>, since {formatDateTime(session.began_at, timeZone)}
          , from {session.address}.
        </>
      ),
    },
  ].filter((line) => line !== null);
  return lines.map(({ name, text }) => (
    <p key={name} className="narrowed small">
      <span>{text}</span>
      <Link to={withQuery(search, { [name]: null })}>Show all</Link>
    </p>
  ));
}
