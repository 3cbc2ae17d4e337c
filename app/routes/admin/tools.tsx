import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { peopleList, searchUsers } from '#modules/admin/index.ts';
import { findGrade, formatDate, hasExpired, pageSizes } from '#modules/platform/browser.ts';
import { isLongEnough, readSearchTerm, SHORTEST_SEARCH } from '#modules/platform/fields/search.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { gridColumns } from '../../components/grid/columns.ts';
import { DataGrid } from '../../components/grid/data-grid.tsx';
import { Person } from '../../components/grid/person.tsx';
import {
  Badge,
  Banner,
  Card,
  Email,
  EmptyState,
  GradeBadge,
  Page,
  ShieldId,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { SearchBox, ToolsTabs } from './tools-search.tsx';

export const meta = titled('User search');

export async function loader(args: LoaderFunctionArgs) {
  const page = await gridPage(args, peopleList, async ({ page: number, rows, ...asked }) => {
    const { results, more, ...others } = await perform(args, searchUsers, {
      ...asked,
      page: number,
      pagesize: pageSizes.find((size) => size === rows) ?? 20,
    });
    return { ...others, rows: results, exact: !more, cursors: { next: null, previous: null } };
  });
  const searchterm = page.filters.find(({ name }) => name === 'searchterm')?.value ?? '';
  return { page, searchterm, now: args.context.portal.clock.now() };
}

type Found = OutputOf<typeof searchUsers>['results'][number];

/** What the search found that no column shows. */
const foundBy: Record<NonNullable<Found['found_by']>, string> = {
  id: 'Found by account ID',
  order: 'Found by order number',
  transaction: 'Found by transaction number',
  profile: 'Found by profile number',
  shieldid: 'Found by a ShieldID',
  name: 'Found by the name on a check',
  company: 'Found by company',
};

/** The legal name if it differs from the profile, the business, the team, and how the person was found. */
function noteOf({
  firstname,
  lastname,
  legalname,
  businessname,
  company,
  team_role: role,
  found_by: by,
}: Found): string | null {
  const legal =
    legalname !== null && legalname !== `${firstname} ${lastname}` ? `Legal name ${legalname}` : '';
  const team = company ? `${role === 'owner' ? 'Owner' : 'On the team'} of ${company}` : '';
  const how = by === null || (by === 'company' && team) || (by === 'name' && !legal) ? '' : foundBy[by];
  return [legal, businessname, team, how].filter(Boolean).join(', ') || null;
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
    cell: ({ getValue, row, table }) => (
      <span className="row row-tight">
        <GradeBadge
          grade={findGrade(getValue() ?? '') ?? 'NA'}
          expired={hasExpired(row.original.current_expiration, table.options.meta?.now)}
        />
        {row.original.active ? null : <Badge tone="bad">Disabled</Badge>}
      </span>
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
    <Page
      title="User search"
      lead="Search by name, business, company, email, phone, ShieldID, or a profile, order, or transaction number."
    >
      <ToolsTabs current="Users" />
      <Card>
        <SearchBox name="searchterm" label="Search users" value={searchterm} />
      </Card>
      {searched && !page.sorted ? (
        <Banner tone="info">
          Too many people match to sort them, so they’re listed by last name. Type more, or use a filter.
        </Banner>
      ) : null}
      {searched ? (
        <DataGrid
          label="People found"
          columns={columns}
          page={page}
          rowId={(person) => person.userid}
          context={{ timeZone, now }}
          withoutFilters={['searchterm']}
          searchedBy="searchterm"
          staff
          noMatches={`No one matches “${searchterm}”`}
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
