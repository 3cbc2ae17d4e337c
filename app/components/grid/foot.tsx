import { Form, Link } from '@remix-run/react';
import { useId } from 'react';
import { Icon } from '../icon.tsx';
import { type GridQuery, numberedRows, pageSizes, withQuery } from './query.ts';

interface GridFootProps {
  query: GridQuery;
  total: number;
  exact: boolean;
  pages: number;
  /** Rows on this page. */
  shown: number;
  cursors?: { next: string | null; previous: string | null };
  search: string;
}

/** Where one is, how many rows a page, and the pages. */
export function GridFoot({ query, total, exact, pages, shown, cursors, search }: GridFootProps) {
  const size = useId();
  const beyond = query.after !== null || query.before !== null;
  const first = (query.page - 1) * query.rows + 1;
  const all = `${total.toLocaleString('en-US')}${exact ? '' : '+'}`;
  return (
    <div className="gridfoot">
      <span>
        {beyond
          ? `${shown} of ${all}`
          : `${first.toLocaleString('en-US')} to ${(first + shown - 1).toLocaleString('en-US')} of ${all}`}
      </span>
      <Form method="get" preventScrollReset>
        <OtherAnswers search={search} />
        <label htmlFor={size}>Rows per page</label>
        <select
          className="select select-small"
          id={size}
          name="rows"
          defaultValue={query.rows}
          key={query.rows}
        >
          {pageSizes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <button type="submit" className="btn btn-small">
          Show
        </button>
      </Form>
      <Pager query={query} pages={pages} exact={exact} cursors={cursors} search={search} />
    </div>
  );
}

/** Everything else that the address says, kept through the form. */
function OtherAnswers({ search }: { search: string }) {
  const kept = [...new URLSearchParams(search)].filter(
    ([name]) => !['rows', 'page', 'after', 'before'].includes(name),
  );
  return (
    <>
      {kept.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

type PagerProps = Pick<GridFootProps, 'query' | 'pages' | 'exact' | 'cursors' | 'search'>;

/** Numbered to the 10,000th row, by next and previous beyond it (D85). */
function Pager({ query, pages, exact, cursors, search }: PagerProps) {
  const last = Math.min(pages, Math.max(1, Math.floor(numberedRows / query.rows)));
  const to = (page: number) => withQuery(search, { page: page > 1 ? String(page) : null });
  const beyond = query.after !== null || query.before !== null;
  const previous = beyond
    ? cursors?.previous && withQuery(search, { before: cursors.previous })
    : query.page > 1 && to(query.page - 1);
  const next =
    !beyond && query.page < last
      ? to(query.page + 1)
      : (beyond || !exact) && cursors?.next && withQuery(search, { after: cursors.next });
  if (!beyond && last <= 1 && !next) return null;
  return (
    <nav className="pager" aria-label="Pages">
      {previous ? (
        <Link to={previous} rel="prev" preventScrollReset>
          <Icon name="left" />
          Previous
        </Link>
      ) : (
        <span aria-disabled="true">
          <Icon name="left" />
          Previous
        </span>
      )}
      {pagesAround(beyond ? 0 : query.page, last).map((page, at) =>
        page === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place
          <span key={`gap-${at}`}>…</span>
        ) : (
          <Link
            key={page}
            to={to(page)}
            aria-current={page === query.page && !beyond ? 'page' : undefined}
            aria-label={`Page ${page}`}
            preventScrollReset
          >
            {page.toLocaleString('en-US')}
          </Link>
        ),
      )}
      {next ? (
        <Link to={next} rel="next" preventScrollReset>
          Next
          <Icon name="right" />
        </Link>
      ) : (
        <span aria-disabled="true">
          Next
          <Icon name="right" />
        </span>
      )}
    </nav>
  );
}

/** The first, the last and the neighbours; null for a gap. */
function pagesAround(page: number, last: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((each, at) => {
    const before = sorted[at - 1] ?? each;
    if (each - before === 2) return [each - 1, each];
    return each - before > 2 ? [null, each] : [each];
  });
}
