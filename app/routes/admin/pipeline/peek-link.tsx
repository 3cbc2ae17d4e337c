import { Link, useLocation, useNavigate } from '@remix-run/react';
import type { MouseEvent, ReactNode } from 'react';
import { rowAnchor } from '../../../components/grid/table.tsx';
import { Icon } from '../../../components/index.ts';

/** The query parameter with the id of the opened row. */
export const peekName = 'open';

/** Opens or closes the details below a row. Without script the browser goes to the row. */
export function PeekLink({ alertId, children }: { alertId: string; children: ReactNode }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const open = query.get(peekName) === alertId;
  if (open) query.delete(peekName);
  else query.set(peekName, alertId);
  const to = { search: `?${query}` };
  /** With script, the page does not scroll, because the row has not moved, and Back leaves the list. */
  const stay = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(to, { replace: true, preventScrollReset: true });
  };
  return (
    <Link
      to={{ ...to, hash: rowAnchor(alertId) }}
      className="peek-link"
      aria-expanded={open}
      onClick={stay}
      data-peek
    >
      {children}
      <Icon name="down" />
    </Link>
  );
}
