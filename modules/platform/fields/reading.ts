/**
 * How texts with a format are read: the same from a page with or without script, a call, a file, and the terminal. What
 * people type, paste or let a browser fill in has any punctuation, invisible characters, and digits of other keyboards.
 */

/** The text with plain digits, hyphens and spaces, and without invisible characters. */
export function plainly(text: string): string {
  return withPlainDigits(text.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The text with its digits of other scripts as 0 to 9. */
export const withPlainDigits = (text: string) => text.replaceAll(/(?![0-9])\p{Nd}/gu, toDigit);

/** A decimal digit of any script. The ten digits of each follow one another, from zero to nine. */
function toDigit(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}

const digitsIn = (text: string) => plainly(text).replaceAll(/\D/g, '');

/** @returns reads exactly `count` digits, with spaces, dots or hyphens between them */
export const readDigits =
  (count: number) =>
  (text: string): string | null => {
    const plain = plainly(text);
    return /^[\d .-]+$/.test(plain) && digitsIn(plain).length === count ? digitsIn(plain) : null;
  };

/**
 * Reads a telephone number of the United States. A leading 1 or +1 is its country code, because no area code begins
 * with 1; a number with another country code is none.
 * @returns ten digits
 */
export function readPhone(text: string): string | null {
  const plain = plainly(text);
  if (/\+\D*[02-9]/.test(plain)) return null;
  const digits = digitsIn(plain).replace(/^1/, '');
  return digits.length === 10 ? digits : null;
}

/** @returns reads letters and digits with any spaces and hyphens between them, at most `most` */
export const readReference =
  (most: number) =>
  (text: string): string | null => {
    const signs = plainly(text).replaceAll(/[ -]/g, '').toUpperCase();
    return signs.length <= most && /^[A-Z0-9]+$/.test(signs) ? signs : null;
  };

/** Reads a ZIP code. Of a ZIP+4, the first five digits are kept. */
export function readPostalCode(text: string): string | null {
  return /^(\d{5})(?: ?-? ?\d{4})?$/.exec(plainly(text))?.[1] ?? null;
}

/** @returns cents */
export function readMoney(text: string): number | null {
  const plain = plainly(text).replaceAll(/[, ]/g, '');
  const [, whole, part = ''] = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** The number of a month's name or its abbreviation of three letters or more; null if it is none. */
function monthNamed(word: string): string | null {
  const name = word.toLowerCase();
  const at = name.length < 3 ? -1 : months.findIndex((month) => month.startsWith(name));
  return at === -1 ? null : String(at + 1);
}

type DateParts = [year: string, month: string, day: string];

/**
 * The parts of a date, in the order in which they can be told apart: with a four-digit year first, the month and the
 * day follow; otherwise the month stands before the day, as Americans write it. Eight digits that begin with a year
 * from 1900 to 2199 are year, month and day, because no month begins like that; others are month, day and year.
 */
function partsOfDate(text: string): DateParts | null {
  const parts = plainly(text)
    .split(/[-/., ]+/)
    .filter(Boolean);
  const [one = '', two = '', three = ''] = parts;
  if (parts.length === 1) return partsOfDigits(one);
  if (parts.length !== 3) return null;
  const [first, second] = [monthNamed(one), monthNamed(two)];
  const all = [first ?? one, second ?? two, three];
  if (!all.every((part) => /^\d+$/.test(part))) return null;
  const [year, short] = one.length === 4 ? [one, [two, three]] : [three, [one, two]];
  if (year.length !== 4 || !short.every((part) => part.length <= 2 || monthNamed(part))) return null;
  if (one.length === 4) return [one, second ?? two, three];
  if (second) return [three, second, one];
  // Groups of two, two and four digits in which the year comes first, as a form makes them of digits without marks.
  if (Number(one) > 12 && Number(three) < 1900) return partsOfDigits(one + two + three);
  return [three, first ?? one, two];
}

const yearsFirst = /^(?:19|20|21)\d{6}$/;

function partsOfDigits(digits: string): DateParts | null {
  if (!/^\d{8}$/.test(digits)) return null;
  return yearsFirst.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    : [digits.slice(4), digits.slice(0, 2), digits.slice(2, 4)];
}

/** Whether a text is written as a date, even if there is no such day. */
export const looksLikeDate = (text: string) => partsOfDate(text) !== null;

/** @returns yyyy-MM-dd; null if it is no date, or there is no such day */
export function readDate(text: string): string | null {
  const [year = '', month = '', day = ''] = partsOfDate(text) ?? [];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === written ? written : null;
}

const withTime = /^(.+?)(?:T|,? )(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?: ?([ap])\.?m\.?)?$/i;

/**
 * Reads a date as `readDate`, and a time in 24 hours or with AM or PM.
 * @returns yyyy-MM-ddTHH:mm; null if it is invalid
 */
export function readDateTime(text: string): string | null {
  const [, day = '', hour = '', minute, half] = withTime.exec(plainly(text)) ?? [];
  const date = minute ? readDate(day) : null;
  const typed = Number(hour);
  if (date === null || typed > 23 || (half && (typed < 1 || typed > 12))) return null;
  const hours = half ? (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : typed;
  return `${date}T${String(hours).padStart(2, '0')}:${minute}`;
}
