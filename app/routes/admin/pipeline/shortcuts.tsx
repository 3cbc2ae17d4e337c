import { Link, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { peekName, useOpenPeek } from './peek-link.tsx';

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

/**
 * Moves the focus to the link of the next or previous row, so that Enter follows it and a screen reader reads it.
 * @returns the id of the row's alert
 */
function move(by: 1 | -1): string | undefined {
  const links = rowLinks();
  const at = links.findIndex((link) => link.closest('tr') === focusedRow());
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by;
  const link = links[Math.min(Math.max(next, 0), links.length - 1)];
  link?.focus();
  return link?.dataset.open;
}

function handle(event: KeyboardEvent, open: (alertId: string) => void): void {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (target instanceof HTMLElement && target.closest('input, select, textarea')) return;
  if (key === 'j' || key === 'k') {
    const alertId = move(key === 'j' ? 1 : -1);
    if (alertId) open(alertId);
  } else if (key === '/') document.querySelector<HTMLElement>('.grid input[type="search"]')?.focus();
  else {
    const selector = pressed[key];
    const row = selector && focusedRow();
    if (!row) return;
    // The row's menu is made when the pointer reaches its button.
    row.querySelector('.menu > a')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    const control = row.querySelector<HTMLElement>(selector);
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
  const { search } = useLocation();
  const openPeek = useOpenPeek();
  const { state } = useNavigation();
  // The row that was asked for last. A key may come before the page knows that another row is on its way.
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (state === 'idle') asked.current = new URLSearchParams(search).get(peekName);
  }, [search, state]);
  const open = useRef((_alertId: string) => {});
  open.current = (alertId) => {
    if (state === 'idle' && asked.current === alertId) return;
    asked.current = alertId;
    openPeek(alertId);
  };
  useEffect(() => {
    if (!on) return;
    const listener = (event: KeyboardEvent) => handle(event, (alertId) => open.current(alertId));
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
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
