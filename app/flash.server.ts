import { MINUTE, newId, type Visit } from '#modules/platform/index.ts';
import type { Toast } from './components/index.ts';

const cookie = 'toast';
const longest = 200;

/** The requests that have set a message. They must not also take it. */
const leaving = new WeakSet<Visit>();

/** What requests have taken, as the cookie has it. */
const taken = new WeakMap<Visit, string>();

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
  const value = visit.cookies.get(cookie) ?? '';
  const [, tone, stays, text] = /^(ok|bad)(\d{0,6}):(.{1,200})$/s.exec(value) ?? [];
  if (text === undefined) return [];
  visit.cookies.clear(cookie);
  taken.set(visit, value);
  return [{ id: newId(), tone: tone === 'bad' ? 'bad' : 'ok', text, ...(stays && { stays: Number(stays) }) }];
}

/** Keeps the messages that a request has taken for the next page, because its answer is a redirect and shows none. */
export function giveBackFlash(visit: Visit): void {
  const value = taken.get(visit);
  if (value !== undefined && !leaving.has(visit)) visit.cookies.set(cookie, value, { maxAge: MINUTE });
}
