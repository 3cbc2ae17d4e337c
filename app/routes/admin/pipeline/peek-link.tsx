import { Link, useLocation, useNavigate } from '@remix-run/react';
import type { MouseEvent, ReactNode } from 'react';
import { rowAnchor } from '../../../components/grid/table.tsx';
import { Icon } from '../../../components/index.ts';

/** The parameter that says which row is opened in its place. */
export const peekName = 'open';

/** Opens a row in its place, or closes it. Without script the browser returns to the row. */
export function PeekLink({ alertId, children }: { alertId: string; children: ReactNode }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const open = query.get(peekName) === alertId;
  if (open) query.delete(peekName);
  else query.set(peekName, alertId);
  const to = { search: `?${query}` };
  /** With script the row is where it was: nothing has to be scrolled, and Back leads out of the list. */
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
