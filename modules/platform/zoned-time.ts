import { MINUTE } from './browser.ts';

const parts = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
} as const;

/** The time of an instant on the clocks of a time zone, as `yyyy-MM-ddTHH:mm`. */
export function localTime(at: Date, timeZone: string): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone }).format(at).replace(' ', 'T');
}

/**
 * The instant at which the clocks of a time zone show a time. A time that they skip is read as the one an hour later;
 * of a time that they show twice it is the earlier.
 * @param local `yyyy-MM-ddTHH:mm`
 */
export function instantOf(local: string, timeZone: string): Date {
  const asUtc = Date.parse(`${local}:00Z`);
  const offsetAt = (at: number) => Date.parse(`${localTime(new Date(at), timeZone)}:00Z`) - at;
  const day = 24 * 60 * MINUTE;
  const candidates = [offsetAt(asUtc - day), offsetAt(asUtc + day)].map((offset) => asUtc - offset);
  const shown = candidates.filter((at) => localTime(new Date(at), timeZone) === local);
  return new Date(Math.min(...(shown.length > 0 ? shown : candidates.slice(0, 1))));
}
