import { Link, useLocation, useNavigate } from '@remix-run/react';
import type { MouseEvent, ReactNode } from 'react';
import { rowAnchor } from '../../../components/grid/page.ts';
import { Icon } from '../../../components/index.ts';

/** The query parameter with the id of the opened row. */
export const peekName = 'open';

/** The list's address with the details below one row, or below none. */
function withPeek(search: string, alertId: string | null): string {
  const query = new URLSearchParams(search);
  if (alertId) query.set(peekName, alertId);
  else query.delete(peekName);
  return `?${query}`;
}

/**
 * @returns a function that opens the details below a row, or closes them for `null`. The page does not scroll, because
 * the row has not moved, and Back leaves the list.
 */
export function useOpenPeek(): (alertId: string | null) => void {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (alertId) =>
    navigate({ search: withPeek(search, alertId) }, { replace: true, preventScrollReset: true });
}

/** Opens or closes the details below a row. Without script the browser goes to the row. */
export function PeekLink({ alertId, children }: { alertId: string; children: ReactNode }) {
  const { search } = useLocation();
  const openPeek = useOpenPeek();
  const open = new URLSearchParams(search).get(peekName) === alertId;
  const next = open ? null : alertId;
  const stay = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openPeek(next);
  };
  return (
    <Link
      to={{ search: withPeek(search, next), hash: rowAnchor(alertId) }}
      className="peek-link"
      aria-expanded={open}
      onClick={stay}
    >
      {children}
      <Icon name="down" />
    </Link>
  );
}
