import { DAY } from './browser.ts';

const parts = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
} as const;

/** The local time of an instant in a time zone, as `yyyy-MM-ddTHH:mm`. */
export function localTime(at: Date, timeZone: string): string {
  // The Swedish format is that of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone }).format(at).replace(' ', 'T');
}

/**
 * The instant of a local time in a time zone. A time that is skipped by daylight saving is taken as one hour later. For
 * a time that occurs twice, the earlier instant is returned.
 * @param local `yyyy-MM-ddTHH:mm`
 */
export function instantOf(local: string, timeZone: string): Date {
  const asUtc = Date.parse(`${local}:00Z`);
  const offsetAt = (at: number) => Date.parse(`${localTime(new Date(at), timeZone)}:00Z`) - at;
  const candidates = [offsetAt(asUtc - DAY), offsetAt(asUtc + DAY)].map((offset) => asUtc - offset);
  const shown = candidates.filter((at) => localTime(new Date(at), timeZone) === local);
  return new Date(Math.min(...(shown.length > 0 ? shown : candidates.slice(0, 1))));
}
