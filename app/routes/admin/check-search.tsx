import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { checkSearchGrid, searchBackgroundChecks } from '#modules/admin/index.ts';
import { formatDate, hasExpired } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { isLongEnough, readSearchTerm, SHORTEST_SEARCH } from '#modules/platform/fields/search.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { gridColumns } from '../../components/grid/columns.ts';
import { DataGrid } from '../../components/grid/data-grid.tsx';
import { Banner, Card, EmptyState, GradeBadge, Page, ShieldId } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { SearchBox, ToolsTabs } from './tools-search.tsx';
import { endDate } from './validity.ts';

export const meta = titled('Background check search');

export async function loader(args: LoaderFunctionArgs) {
  const found = await gridPage(args, checkSearchGrid, async (input) => {
    const { results, ...listed } = await perform(args, searchBackgroundChecks, input);
    return { rows: results, ...listed };
  });
  const asked = (wanted: string) => found.filters.find(({ name }) => name === wanted)?.value ?? '';
  // The filters are not offered for an empty search result, because changing them would not help.
  const page = { ...found, filtered: asked('status') !== '' };
  return { page, searchvalue: asked('searchvalue'), now: args.context.portal.clock.now() };
}

type Found = OutputOf<typeof searchBackgroundChecks>['results'][number];

const none = <span className="faint">None</span>;

/** The name of the account that the check belongs to, if the check was made for another name. */
function ownerOf(check: Found): string | null {
  const owner = `${check.user_firstname} ${check.user_lastname}`;
  return owner === `${check.legalfirstname} ${check.legallastname}` ? null : `Account of ${owner}`;
}

const column = gridColumns<Found>();

const columns = column.columns([
  column.accessor(
    (check) => [check.legalfirstname, check.legalmiddlename, check.legallastname].filter(Boolean).join(' '),
    {
      id: 'name',
      header: 'Legal name',
      enableHiding: false,
      meta: { slot: 'top' },
      cell: ({ getValue, row: { original: check } }) => (
        <Link to={`/admin/user/${check.userid}#checks`} className="person-link">
          <b>{getValue()}</b>
          {ownerOf(check) ? <div className="small muted">{ownerOf(check)}</div> : null}
          <div className="small muted anywhere">{showEmailAddress(check.user_emailaddress)}</div>
        </Link>
      ),
    },
  ),
  column.accessor('cra_profilenumber', {
    id: 'profile',
    header: 'Profile',
    meta: { slot: 'wide' },
    cell: ({ getValue, row: { original: check } }) => (
      <>
        <span className="anywhere">{getValue() ?? none}</span>
        <div className="small muted">{check.cra_name}</div>
      </>
    ),
  }),
  column.accessor('composite_status', { id: 'state', header: 'Status' }),
  column.accessor('icscore', {
    id: 'score',
    header: 'Score',
    meta: { slot: 'score' },
    cell: ({ getValue, row, table }) => {
      const score = getValue();
      if (!score) return none;
      const expired = hasExpired(row.original.expiration_date, table.options.meta?.now);
      return <GradeBadge grade={score} expired={expired} marked={false} />;
    },
  }),
  column.accessor('shieldid', {
    id: 'shieldid',
    header: 'ShieldID',
    cell: ({ getValue }) => {
      const shieldId = getValue();
      return shieldId ? <ShieldId value={shieldId} /> : none;
    },
  }),
  column.accessor('ordered_dts', {
    id: 'ordered',
    header: 'Ordered',
    cell: ({ getValue, table }) => formatDate(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('completed_date', {
    id: 'completed',
    header: 'Completed',
    cell: ({ getValue, table }) => {
      const at = getValue();
      return at ? formatDate(at, table.options.meta?.timeZone) : none;
    },
  }),
  column.accessor('expiration_date', {
    id: 'expires',
    header: 'Expires',
    cell: ({ getValue, table }) => {
      const date = getValue();
      return date ? endDate(date, table.options.meta?.now) : none;
    },
  }),
]);

/** Background checks of all people, found by what staff know about one of them (doc3 §3). */
export default function CheckSearch() {
  const { page, searchvalue, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const searched = isLongEnough(readSearchTerm(searchvalue));
  return (
    <Page
      title="Background check search"
      lead="Search by part of a profile number, name, business, email, or ShieldID. Searches are kept in the audit trail."
    >
      <ToolsTabs current="Background checks" />
      <Card>
        <SearchBox name="searchvalue" label="Search background checks" value={searchvalue} />
      </Card>
      {searched ? (
        <DataGrid
          label="Background checks found"
          columns={columns}
          page={page}
          rowId={(check) => check.id}
          context={{ timeZone, now }}
          withoutFilters={['searchvalue']}
          searchedBy="searchvalue"
          noMatches="No check has this status"
          staff
          empty={
            <EmptyState icon="search" title="No check found">
              No background check matches “{searchvalue}”. Try another part of the number or name.
            </EmptyState>
          }
        />
      ) : searchvalue ? (
        <Banner tone="warn" live="alert">
          Type at least {SHORTEST_SEARCH} characters to search.
        </Banner>
      ) : null}
    </Page>
  );
}
