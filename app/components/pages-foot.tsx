import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { withQuery } from './grid/page.ts';
import { Icon } from './icon.tsx';

interface PagesFootProps {
  page: number;
  /** Rows on a page. */
  size: number;
  total: number;
  /** The query of the page, which the links keep. */
  search: string;
  /** Shown at the right. */
  children?: ReactNode;
}

/** Under the rows of a page that has the query parameter `page`: which they are, and the links to the others. */
export function PagesFoot({ page, size, total, search, children }: PagesFootProps) {
  const first = Math.min((page - 1) * size + 1, total);
  const last = Math.max(1, Math.ceil(total / size));
  const to = (other: number) => withQuery(search, { page: String(other) });
  const counted = (value: number) => value.toLocaleString('en-US');
  return (
    <div className="gridfoot">
      <span>
        {counted(first)} to {counted(Math.min(page * size, total))} of {counted(total)}
      </span>
      {last > 1 ? (
        <nav className="pager" aria-label="Pages">
          <Turn to={page > 1 ? to(page - 1) : null} rel="prev" />
          <Turn to={page < last ? to(page + 1) : null} rel="next" />
        </nav>
      ) : null}
      {children}
    </div>
  );
}

function Turn({ to, rel }: { to: string | null; rel: 'prev' | 'next' }) {
  const words = rel === 'prev' ? 'Previous' : 'Next';
  const inside = (
    <>
      {rel === 'prev' ? <Icon name="left" /> : null}
      {words}
      {rel === 'next' ? <Icon name="right" /> : null}
    </>
  );
  return to === null ? (
    <span aria-disabled="true">{inside}</span>
  ) : (
    <Link to={to} rel={rel}>
      {inside}
    </Link>
  );
}
