/** What a grid's address says: which rows, in which order. Back and a shared link work because nothing else does. */
export interface GridQuery {
  sort: string;
  dir: 'asc' | 'desc';
  /** From 1. */
  page: number;
  /** Rows a page. */
  rows: number;
  /** Beyond the rows that are numbered: the place to go on from, forwards or back (D85). */
  after: string | null;
  before: string | null;
}

/** The choices of rows a page (doc1 §9). */
export const pageSizes = [10, 20, 50, 100] as const;

/** Rows that have numbered pages and exact counts; beyond them a grid goes on by next and previous (D85). */
export const numberedRows = 10_000;

interface GridQueryRules {
  /** The sorts that the grid knows; the first is the default. */
  sorts: readonly string[];
  dir?: 'asc' | 'desc';
  rows?: number;
}

/** Reads a grid's address; what it does not know falls back to the grid's own order. */
export function gridQuery(url: string | URL, { sorts, dir = 'asc', rows = 10 }: GridQueryRules): GridQuery {
  const query = new URL(url).searchParams;
  const sort = query.get('sort');
  const wantedDir = query.get('dir');
  const size = Number(query.get('rows'));
  const perPage = pageSizes.find((each) => each === size) ?? rows;
  const page = Math.trunc(Number(query.get('page')));
  const last = Math.max(1, Math.floor(numberedRows / perPage));
  return {
    sort: sort !== null && sorts.includes(sort) ? sort : (sorts[0] ?? ''),
    dir: wantedDir === 'asc' || wantedDir === 'desc' ? wantedDir : dir,
    page: Number.isSafeInteger(page) && page > 1 ? Math.min(page, last) : 1,
    rows: perPage,
    after: query.get('after'),
    before: query.get('before'),
  };
}

/** The same address with other answers; an empty one leaves. A change of anything but the page leads to page 1. */
export function withQuery(search: string, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'after', 'before']) query.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  return `?${query}`;
}
