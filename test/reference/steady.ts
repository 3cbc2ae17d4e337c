/**
 * Examples of the reference without what differs from run to run: ids, times, secrets and long files. Everything else
 * is as the portal answered it.
 */

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const shieldId = /\b[A-Z]{2}\d{9}\b/g;
const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z\b/g;
/** A day of this decade as people read it. */
const written = /\b\d\d\/\d\d\/202\d\b/g;
/** Addresses that the factories of the tests make up. */
const madeUp = /\bperson\d+-\d+@example\.com\b/g;
const server = /http:\/\/127\.0\.0\.1:\d+/g;
const host = /(?:127\.0\.0\.1|\.localhost):\d+/g;
const milliseconds = /\b\d{13}\b/g;
/** The agency's number of a check. */
const profileNumber = /\b\d{4}-\d{5}\b/g;
const secret = /[\w-]{22,}/g;

/** Values that are chosen by the names of their fields. */
const chosen: Readonly<Record<string, unknown>> = {
  code: 'A1B2C3',
  session_ends_in: 1800,
  ms: 84,
  answer_ms: 84,
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  secret_last_four: 'b7oD',
};

/** The longest text that is kept whole. */
const LONGEST = 160;

/** @param today yyyy-MM-dd: days after it stay days to come */
export function steady<T>(value: T, today: string): T {
  const names = new Map<string, string>();
  /** The same thing has the same name throughout an example. */
  const named = (found: string, make: (at: number) => string) => {
    const name = names.get(found) ?? make(names.size + 1);
    names.set(found, name);
    return name;
  };
  const text = (given: string): string => {
    const day = /^\d{4}-\d\d-\d\d$/.test(given);
    if (day && given > '2020') return given > today ? '2027-06-14' : '2026-06-15';
    const same = given
      .replaceAll(uuid, (id) => named(id, (at) => `01976f3e-5b00-7000-8000-${String(at).padStart(12, '0')}`))
      .replaceAll(madeUp, 'pat.person@example.com')
      .replaceAll(shieldId, (id) => named(id, (at) => `WA4402189${String(at).padStart(2, '0')}`))
      .replaceAll(secret, (token) => (/^01976f3e|^[a-z_-]+$/.test(token) ? token : 'Zk3vT0q9xYw1Rb7uLm5c2A'))
      .replaceAll(server, 'https://portal.example.com')
      .replaceAll(host, (at) => (at.startsWith('.') ? '.portal.example.com' : 'portal.example.com'))
      .replaceAll(milliseconds, '1781535600000')
      .replaceAll(instant, '2026-06-15T15:00:00.000Z')
      .replaceAll(written, '06/15/2026')
      .replaceAll(profileNumber, '4711-10101');
    return same.length > LONGEST ? `${same.slice(0, LONGEST)}…` : same;
  };
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return text(part);
    if (Array.isArray(part)) return part.slice(0, 3).map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, inner]) => [name, name in chosen ? chosen[name] : walk(inner)]),
    );
  };
  return walk(value) as T;
}
