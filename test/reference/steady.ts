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
const madeUpName = /\bPerson\d+\b/g;
const madeUpNetwork = /\b198\.51\.\d+\.\d+\b/g;
const server = /http:\/\/127\.0\.0\.1:\d+/g;
const host = /(?:127\.0\.0\.1|\.localhost):\d+/g;
const milliseconds = /\b\d{13}\b/g;
/** The agency's number of a check. */
const profileNumber = /\b\d{4}-\d{5}\b/g;
const secret = /[\w-]{22,}/g;
const couponCode = /\b(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}\b/g;
/** The last month of a card. */
const cardMonth = /^\d\d\/20\d\d$/;
/** The time, or the end of an id, in the name of a file. */
const fileTime = /-\d{14}(?=\.pdf$)/;
const fileId = /-[0-9a-f]{12}(?=\.pdf$)/;
/** Long texts that are no secrets: ids of examples, words, and names of files. */
const known = /^(?:01976f3e[\w-]*|[a-z_-]+(?:20260615150000|000000000001)?)$/;
/** A file in base64, with or without its type. */
const file = /^((?:data:[\w/+.-]+;base64,)?[A-Za-z0-9+/]{24})[A-Za-z0-9+/]{200,}={0,2}$/;

/** Where a ShieldID was issued; a company’s ShieldLink ID has SL instead. */
const placeOf = (id: string) => (id.startsWith('SL') ? 'SL' : 'WA');

/** Values that are chosen by the names of their fields, unless they are null. */
const chosen: Readonly<Record<string, unknown>> = {
  code: 'A1B2C3',
  session_ends_in: 1800,
  ms: 84,
  answer_ms: 84,
  document_number: '24718036',
  phonenumber: '0123',
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  secret_last_four: 'b7oD',
};

/** The longest text, apart from an address, that is kept whole. */
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
    const [, beginning] = file.exec(given) ?? [];
    if (beginning !== undefined) return `${beginning}…`;
    const day = /^\d{4}-\d\d-\d\d$/.test(given);
    if (day && given > '2020') return given > today ? '2027-06-14' : '2026-06-15';
    const same = given
      .replaceAll(uuid, (id) => named(id, (at) => `01976f3e-5b00-7000-8000-${String(at).padStart(12, '0')}`))
      .replaceAll(madeUp, 'pat.person@example.com')
      .replaceAll(madeUpName, 'Person')
      .replaceAll(madeUpNetwork, '198.51.100.7')
      .replaceAll(shieldId, (id) => named(id, (at) => `${placeOf(id)}4402189${String(at).padStart(2, '0')}`))
      .replace(fileTime, '-20260615150000')
      .replace(fileId, '-000000000001')
      .replace(cardMonth, '12/2030')
      .replaceAll(couponCode, 'K7QM-4WXN-T9HB-2VRC')
      .replaceAll(secret, (token) => (known.test(token) ? token : 'Zk3vT0q9xYw1Rb7uLm5c2A'))
      .replaceAll(server, 'https://portal.example.com')
      .replaceAll(host, (at) => (at.startsWith('.') ? '.portal.example.com' : 'portal.example.com'))
      .replaceAll(milliseconds, '1781535600000')
      .replaceAll(instant, '2026-06-15T15:00:00.000Z')
      .replaceAll(written, '06/15/2026')
      .replaceAll(profileNumber, '4711-10101');
    const whole = same.length <= LONGEST || same.startsWith('https://');
    return whole ? same : `${same.slice(0, LONGEST)}…`;
  };
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return text(part);
    if (Array.isArray(part)) return part.slice(0, 3).map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, inner]) => [
        name,
        name in chosen && inner !== null ? chosen[name] : walk(inner),
      ]),
    );
  };
  return walk(value) as T;
}
