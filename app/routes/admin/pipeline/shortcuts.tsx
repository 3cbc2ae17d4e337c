import { Link } from '@remix-run/react';
import { useEffect } from 'react';

/** The element that each key clicks in the row with the focus. */
const pressed: Record<string, string> = {
  a: 'button[type="submit"]',
  n: 'a[href*="/note"]',
  d: 'a[href*="/dismiss"]',
  c: 'a[href*="/close"]',
};

const rowLinks = () => [...document.querySelectorAll<HTMLElement>('table.data a[data-open]')];

/** The row with the focus. If the focus is in the details below a row, it is the row above them. */
function focusedRow(): Element | null {
  const row = document.activeElement?.closest('tr') ?? null;
  return row?.classList.contains('is-opened') ? row.previousElementSibling : row;
}

/** Opens the row and moves the focus to its link, so that Enter follows it and a screen reader reads it. */
function move(by: 1 | -1): void {
  const links = rowLinks();
  const at = links.findIndex((link) => link.closest('tr') === focusedRow());
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by;
  const link = links[Math.min(Math.max(next, 0), links.length - 1)];
  link?.focus();
  link?.closest('tr')?.querySelector<HTMLElement>('a[data-peek][aria-expanded="false"]')?.click();
}

function handle(event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (target instanceof HTMLElement && target.closest('input, select, textarea')) return;
  if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
  else if (key === '/') document.querySelector<HTMLElement>('.grid input[type="search"]')?.focus();
  else {
    const selector = pressed[key];
    const control = selector && focusedRow()?.querySelector<HTMLElement>(selector);
    if (!control) return;
    control.click();
  }
  event.preventDefault();
}

/**
 * Makes single keys work in the list. They can be turned off, because people who use speech input would press them by
 * speaking.
 */
export function useShortcuts(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [on]);
}

const keys: [readonly string[], string][] = [
  [['J', 'K'], 'next, previous'],
  [['Enter'], 'open'],
  [['A'], 'assign to me'],
  [['N'], 'note'],
  [['D'], 'dismiss'],
  [['C'], 'close'],
  [['/'], 'search'],
];

/** Lists the keys under the table. */
export function ShortcutsNote({ on, to }: { on: boolean; to: string }) {
  return (
    <div className="keys">
      {on ? (
        <ul aria-label="Keyboard shortcuts">
          {keys.map(([names, what]) => (
            <li key={what}>
              {names.map((name) => (
                <kbd key={name} className="kbd">
                  {name}
                </kbd>
              ))}
              {what}
            </li>
          ))}
        </ul>
      ) : null}
      <Link to={to} preventScrollReset>
        {on ? 'Turn shortcuts off' : 'Turn shortcuts on'}
      </Link>
    </div>
  );
}
