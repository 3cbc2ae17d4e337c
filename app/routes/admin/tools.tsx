import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { type FoundPerson, searchUsers } from '#modules/admin/index.ts';
import { findGrade, formatDate } from '#modules/platform/browser.ts';
import { gridColumns } from '../../components/grid/columns.ts';
import { DataGrid } from '../../components/grid/data-grid.tsx';
import { listPage } from '../../components/grid/list-page.ts';
import { Person } from '../../components/grid/person.tsx';
import { gridQuery, pageSizes } from '../../components/grid/query.ts';
import {
  Banner,
  Button,
  Card,
  Email,
  EmptyState,
  GradeBadge,
  Icon,
  Page,
  ShieldId,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';

export const meta = () => [{ title: 'User search - ShieldHub' }];

/** Milliseconds without typing before the search starts. */
const PAUSE = 250;
const SHORTEST = 3;

export async function loader(args: LoaderFunctionArgs) {
  const query = gridQuery(args.request.url, { sorts: ['name'], rows: 20 });
  const searchterm = new URL(args.request.url).searchParams.get('searchterm') ?? '';
  const pagesize = pageSizes.find((size) => size === query.rows) ?? 20;
  const asked = { page: Math.min(query.page, 1000), rows: pagesize };
  const { found, page } = await listPage(asked, async (page) => {
    const { results, ...rest } = await perform(args, searchUsers, {
      searchterm: searchterm.slice(0, 200),
      page,
      pagesize,
    });
    return { ...rest, rows: results };
  });
  return { ...found, query: { ...query, page }, searchterm };
}

const columns = gridColumns<FoundPerson>([
  {
    id: 'name',
    head: 'Name',
    place: 'top',
    cell: (row) => (
      <Link to={`/admin/user/${row.userid}`} className="person-link">
        <Person firstname={row.firstname} lastname={row.lastname} note={row.businessname || null} />
      </Link>
    ),
  },
  {
    id: 'email',
    head: 'E-mail',
    place: 'wide',
    cell: (row) => <Email value={row.emailaddress} />,
  },
  {
    id: 'shieldid',
    head: 'ShieldID',
    cell: (row) =>
      row.abcnumber ? <ShieldId value={row.abcnumber} /> : <span className="faint">None yet</span>,
  },
  {
    id: 'score',
    head: 'Score',
    place: 'score',
    cell: (row) => <GradeBadge grade={findGrade(row.currenticstatus ?? '') ?? 'NA'} />,
  },
  { id: 'provider', head: 'CRA', cell: (row) => row.cra_provider ?? <span className="faint">None</span> },
  {
    id: 'expires',
    head: 'Expires',
    cell: (row) =>
      row.current_expiration ? formatDate(row.current_expiration) : <span className="faint">None</span>,
  },
]);

/** User search (doc3 §2): from three characters on, as one types and on Enter. */
export default function Tools() {
  const { rows, total, more, query, searchterm } = useLoaderData<typeof loader>();
  const searched = searchterm.trim().length >= SHORTEST;
  return (
    <Page title="User search" lead="Part of a name, business, e-mail or ShieldID.">
      <Card>
        <SearchBox searchterm={searchterm} />
      </Card>
      {searched ? (
        <DataGrid
          label="People found"
          columns={columns}
          rows={rows}
          rowId={(row) => row.userid}
          total={total}
          totalExact={!more}
          query={query}
          staff
          empty={
            <EmptyState icon="search" title="Nobody found">
              Nobody matches “{searchterm.trim()}”. Try another part of the name or the address.
            </EmptyState>
          }
        />
      ) : searchterm.trim() ? (
        <Banner tone="warn" live="alert">
          Type at least {SHORTEST} characters to search.
        </Banner>
      ) : null}
    </Page>
  );
}

function SearchBox({ searchterm }: { searchterm: string }) {
  const submit = useSubmit();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return (
    <Form method="get" role="search" className="stack stack-8">
      <label htmlFor="searchterm" className="label">
        Search users
      </label>
      <p className="hint" id="searchterm-hint">
        At least {SHORTEST} characters.
      </p>
      <div className="joined">
        <div className="with-icon">
          <Icon name="search" />
          <input
            id="searchterm"
            name="searchterm"
            type="search"
            className="input"
            defaultValue={searchterm}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            aria-describedby="searchterm-hint"
            onKeyUp={(event) => {
              const { form, value } = event.currentTarget;
              clearTimeout(waiting.current);
              if (value.trim().length < SHORTEST || value === searchterm) return;
              waiting.current = setTimeout(
                () => submit(form, { replace: true, preventScrollReset: true }),
                PAUSE,
              );
            }}
          />
        </div>
        <Button type="submit">Search</Button>
      </div>
    </Form>
  );
}
