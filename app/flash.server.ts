import type { AppLoadContext } from '@remix-run/node';
import { MINUTE, newId, type Visit } from '#modules/platform/index.ts';
import type { Toast } from './components/index.ts';

const cookie = 'toast';
const longest = 200;

/** The requests that have set a message. They must not also take it. */
const leaving = new WeakSet<Visit>();

/**
 * Sets a message for the next page, such as the result of an action.
 * @param stays in milliseconds, as in `Toast`
 */
export function flash(visit: Visit, text: string, tone: Toast['tone'] = 'ok', stays?: number): void {
  leaving.add(visit);
  visit.cookies.set(cookie, `${tone}${stays ?? ''}:${text.slice(0, longest)}`, { maxAge: MINUTE });
}

/** Takes the messages set for this page. Each is shown once. */
export function takeFlash(visit: Visit): Toast[] {
  if (leaving.has(visit)) return [];
  const [, tone, stays, text] = /^(ok|bad)(\d{0,6}):(.{1,200})$/s.exec(visit.cookies.get(cookie) ?? '') ?? [];
  if (text === undefined) return [];
  visit.cookies.clear(cookie);
  return [{ id: newId(), tone: tone === 'bad' ? 'bad' : 'ok', text, ...(stays && { stays: Number(stays) }) }];
}

/** The same for the root's loader. A page whose answer becomes a redirect shows none, so the next page has them. */
export function takePageFlash(context: AppLoadContext): Toast[] {
  const { visit } = context;
  const value = visit.cookies.get(cookie);
  const toasts = takeFlash(visit);
  context.onRedirect = () => {
    if (value !== undefined && toasts.length > 0 && !leaving.has(visit))
      visit.cookies.set(cookie, value, { maxAge: MINUTE });
  };
  return toasts;
}
