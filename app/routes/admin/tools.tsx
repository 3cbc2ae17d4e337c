import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { peopleList, searchUsers } from '#modules/admin/index.ts';
import { findGrade, formatDate, hasExpired, pageSizes } from '#modules/platform/browser.ts';
import { isLongEnough, readSearchTerm, SHORTEST_SEARCH } from '#modules/platform/fields/search.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { gridColumns } from '../../components/grid/columns.ts';
import { DataGrid } from '../../components/grid/data-grid.tsx';
import { Person } from '../../components/grid/person.tsx';
import { Banner, Card, Email, EmptyState, GradeBadge, Page, ShieldId } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { SearchBox, ToolsTabs } from './tools-search.tsx';

export const meta = titled('User search');

export async function loader(args: LoaderFunctionArgs) {
  const page = await gridPage(args, peopleList, async ({ searchterm, page: number, rows }) => {
    const { results, total, more } = await perform(args, searchUsers, {
      searchterm,
      page: number,
      pagesize: pageSizes.find((size) => size === rows) ?? 20,
    });
    return { rows: results, total, exact: !more, cursors: { next: null, previous: null } };
  });
  const searchterm = page.filters.find(({ name }) => name === 'searchterm')?.value ?? '';
  return { page, searchterm, now: args.context.portal.clock.now() };
}

type Found = OutputOf<typeof searchUsers>['results'][number];

/** The legal name if it differs from the profile, and the business. */
function noteOf({ firstname, lastname, legalname, businessname }: Found): string | null {
  const other =
    legalname !== null && legalname !== `${firstname} ${lastname}` ? `Legal name ${legalname}` : '';
  return [other, businessname].filter(Boolean).join(', ') || null;
}

const column = gridColumns<Found>();

const columns = column.columns([
  column.accessor('lastname', {
    id: 'name',
    header: 'Name',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original: person } }) => (
      <Link to={`/admin/user/${person.userid}`} className="person-link">
        <Person firstname={person.firstname} lastname={person.lastname} note={noteOf(person)} />
      </Link>
    ),
  }),
  column.accessor('emailaddress', {
    id: 'email',
    header: 'Email',
    meta: { slot: 'wide' },
    cell: ({ getValue }) => <Email value={getValue()} />,
  }),
  column.accessor('abcnumber', {
    id: 'shieldid',
    header: 'ShieldID',
    cell: ({ getValue }) => {
      const shieldId = getValue();
      return shieldId ? <ShieldId value={shieldId} /> : <span className="faint">None yet</span>;
    },
  }),
  column.accessor('currenticstatus', {
    id: 'score',
    header: 'Score',
    meta: { slot: 'score' },
    cell: ({ getValue, row, table }) => (
      <GradeBadge
        grade={findGrade(getValue() ?? '') ?? 'NA'}
        expired={hasExpired(row.original.current_expiration, table.options.meta?.now)}
      />
    ),
  }),
  column.accessor('cra_provider', {
    id: 'provider',
    header: 'CRA',
    cell: ({ getValue }) => getValue() ?? <span className="faint">None</span>,
  }),
  column.accessor('current_expiration', {
    id: 'expires',
    header: 'Expires',
    cell: ({ getValue }) => {
      const date = getValue();
      return date ? formatDate(date) : <span className="faint">None</span>;
    },
  }),
]);

/** The search for users (doc3 §2). It starts during typing, from three characters on, and on Enter. */
export default function Tools() {
  const { page, searchterm, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const searched = isLongEnough(readSearchTerm(searchterm));
  return (
    <Page title="User search" lead="Search by part of a name, business, email, or ShieldID.">
      <ToolsTabs current="Users" />
      <Card>
        <SearchBox name="searchterm" label="Search users" value={searchterm} />
      </Card>
      {searched ? (
        <DataGrid
          label="People found"
          columns={columns}
          page={page}
          rowId={(person) => person.userid}
          context={{ timeZone, now }}
          withoutFilters={['searchterm']}
          staff
          empty={
            <EmptyState icon="search" title="No one found">
              No one matches “{searchterm}”. Try another part of the name or address.
            </EmptyState>
          }
        />
      ) : searchterm ? (
        <Banner tone="warn" live="alert">
          Type at least {SHORTEST_SEARCH} characters to search.
        </Banner>
      ) : null}
    </Page>
  );
}
