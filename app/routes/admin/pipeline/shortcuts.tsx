import { Link } from '@remix-run/react';
import { useEffect } from 'react';

/** What each key presses in the row that has the focus. */
const pressed: Record<string, string> = {
  a: 'button[type="submit"]',
  n: 'a[href*="/note"]',
  d: 'a[href*="/dismiss"]',
  c: 'a[href*="/close"]',
};

const rowLinks = () => [...document.querySelectorAll<HTMLElement>('table.data a[data-open]')];

/** The row's link gets the focus, so that Enter opens it and a screen reader reads it. */
function move(by: 1 | -1): void {
  const links = rowLinks();
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by;
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

function handle(event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (target instanceof HTMLElement && target.closest('input, select, textarea')) return;
  if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
  else if (key === '/') document.querySelector<HTMLElement>('.grid input[type="search"]')?.focus();
  else {
    const selector = pressed[key];
    const row = document.activeElement?.closest('tr');
    const control = selector && row?.querySelector<HTMLElement>(selector);
    if (!control) return;
    control.click();
  }
  event.preventDefault();
}

/** Single keys work the list, unless they are turned off: who dictates to the computer would press them by speaking. */
export function useShortcuts(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [on]);
}

export function ShortcutsNote({ on, to }: { on: boolean; to: string }) {
  return (
    <p className="small muted">
      {on ? (
        <>
          <kbd>J</kbd> <kbd>K</kbd> next, previous · <kbd>Enter</kbd> open · <kbd>A</kbd> assign to me ·{' '}
          <kbd>N</kbd> note · <kbd>D</kbd> dismiss · <kbd>C</kbd> close · <kbd>/</kbd> search ·{' '}
        </>
      ) : null}
      <Link to={to} preventScrollReset>
        {on ? 'Turn shortcuts off' : 'Turn shortcuts on'}
      </Link>
    </p>
  );
}
