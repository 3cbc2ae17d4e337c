/**
 * How texts with a format are read: the same from a page with or without script, a call, a file, and the terminal. What
 * people type, paste or let a browser fill in has any punctuation, invisible characters, and digits of other keyboards.
 */

/** The text with plain digits, hyphens and spaces, and without invisible characters. */
export function plainly(text: string): string {
  return withPlainDigits(text.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\u2044\u2215\u29f8]/g, '/')
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

/** What stands in front of a value and names it: `SSN: `, `Date of birth: `. */
const label = /^[^\d:]*[:#] ?/;

/** @returns reads exactly `count` digits, behind a label or alone, with any of the marks between them that people use */
export const readDigits =
  (count: number) =>
  (text: string): string | null => {
    const plain = plainly(text).replace(label, '');
    return /^[\d .,/\\|_-]+$/.test(plain) && digitsIn(plain).length === count ? digitsIn(plain) : null;
  };

/** An extension behind a telephone number: `ext. 5`, `x5`, `;ext=5`, `#5`. */
const extension = /[ ,;(]*(?:ext(?:ension|n)?|x|#)[ .:=#]*\d{1,6}\)?$/i;
/** What is dialed in front of a country code: `+`, 00 abroad, 011 in North America. */
const dialedAbroad = /^\D*(?:00|011)\D*(?=[1-9])/;

/** The digits of a telephone number of the United States, without its country code and without an extension. */
function digitsOfPhone(text: string): string | null {
  const plain = plainly(text).replace(extension, '').replace(dialedAbroad, '+');
  if (/\+\D*[02-9]/.test(plain)) return null;
  const digits = digitsIn(plain);
  const national = /^1\d{10}$/.test(digits) ? digits.slice(1) : digits;
  // A country code and nine digits: one is missing.
  return national.length === 10 && !/^1[2-9]\d{8}$/.test(digits) ? national : null;
}

/** Whether a text has more digits than a telephone number of the United States, such as one of another country. */
export const hasMorePhoneDigits = (text: string) =>
  digitsIn(text).length > 10 && digitsOfPhone(text) === null;

/**
 * Reads a telephone number of the United States. A leading 1 or +1 is its country code, because no area code begins
 * with 0 or 1; a number with another country code is none. An extension falls away.
 * @returns ten digits
 */
export function readPhone(text: string): string | null {
  const digits = digitsOfPhone(text);
  return digits !== null && /^[2-9]/.test(digits) ? digits : null;
}

/** Whether a text has the digits of a telephone number, but no area code begins like it. */
export const hasWrongAreaCode = (text: string) => digitsOfPhone(text) !== null && readPhone(text) === null;

/** The name of an id, which a page shows in front of it. */
export const idLabel = /^shield(?:link)? ?id(?: number)?[:#]? */i;

/** @returns reads letters and digits, behind the name of an id or alone, with any spaces and hyphens, at most `most` */
export const readReference =
  (most: number) =>
  (text: string): string | null => {
    const signs = plainly(text).replace(idLabel, '').replaceAll(/[ .-]/g, '').toUpperCase();
    return signs.length <= most && /^[A-Z0-9]+$/.test(signs) ? signs : null;
  };

/** Reads a ZIP code, also behind its label, city or state. Of a ZIP+4, the first five digits are kept. */
export function readPostalCode(text: string): string | null {
  return /^(?:[\p{L}. ,:]+[ :])?(\d{5})(?: ?-? ?\d{4})?[.,]?$/u.exec(plainly(text))?.[1] ?? null;
}

/** Up to seven digits, alone or in groups of three with commas, and cents behind a point. */
const amount = /^(?:(?:US)?\$|USD)? ?(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?(?: ?USD)?$/i;

/**
 * Reads an amount of dollars. A comma stands only between groups of three digits, so that `25,00`, which is 25 to many
 * people, is not read as 2,500.
 * @returns cents
 */
export function readMoney(text: string): number | null {
  const [, typed, part = ''] = amount.exec(plainly(text)) ?? [];
  const whole = Number(typed?.replaceAll(',', ''));
  return typed === undefined || whole >= 10_000_000 ? null : whole * 100 + Number(part.padEnd(2, '0'));
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

/** A weekday in front of a date, which the date itself tells. */
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b/i;
/** Words and signs in a date that say nothing more (`the 17th of May`), and the signs for year, month and day in Japanese, Chinese and Korean. */
const besideDate =
  /\b(?:the|of|on|born|dob)\b|[\u5e74\u6708\u65e5\ub144\uc6d4\uc77c]|(?<=\d)(?:st|nd|rd|th)\b/gi;

/**
 * The parts of a date, in the order in which they can be told apart: with a four-digit year first, the month and the
 * day follow; otherwise the month stands before the day, as Americans write it. Eight digits that begin with a year
 * from 1900 to 2199 are year, month and day, because no month begins like that; others are month, day and year.
 */
function partsOfDate(text: string): DateParts | null {
  const parts = plainly(text)
    .replace(label, '')
    .replace(weekday, ' ')
    .replaceAll(besideDate, ' ')
    .replaceAll(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ')
    .split(/[-/.,:|_\\"“”()[\] ]+/)
    .filter(Boolean);
  const [one = '', two = '', three = ''] = parts;
  if (parts.length === 1) return partsOfDigits(one);
  if (parts.length !== 3) return null;
  const [first, second] = [monthNamed(one), monthNamed(two)];
  const all = [first ?? one, second ?? two, three];
  if (!all.every((part) => /^\d+$/.test(part))) return null;
  const yearFirst = /^\d{4}$/.test(one);
  const [year, short] = yearFirst ? [one, [two, three]] : [three, [one, two]];
  if (year.length !== 4 || !short.every((part) => part.length <= 2 || monthNamed(part))) return null;
  if (yearFirst) return [one, second ?? two, three];
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

/** The time that programs write behind a date in the order of ISO 8601. */
const isoTime = /^(\d{4}-\d{2}-\d{2})(?:T| )\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z| ?[+-]\d{2}:?\d{2})?$/i;

const withTime = /^(.+?)(?:T|,? )(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?: ?([ap])\.?m\.?)?$/i;

const withoutTime = (text: string) => plainly(text).replace(isoTime, '$1').replace(withTime, '$1');

/** Whether a text is written as a date, even if there is no such day. */
export const looksLikeDate = (text: string) => partsOfDate(withoutTime(text)) !== null;

/**
 * Reads a date. A time behind it as programs write one falls away.
 * @returns yyyy-MM-dd; null if it is no date, or there is no such day
 */
export const readDate = (text: string): string | null => readDay(withoutTime(text));

function readDay(text: string): string | null {
  const [year = '', month = '', day = ''] = partsOfDate(text) ?? [];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === written ? written : null;
}

/**
 * Whether a date that was read has a year that somebody may mean. The portal cannot handle every other: PostgreSQL has
 * no year 0, early years are not shown with four digits, and the day after must have a year of four digits too. A
 * browser's own field turns 26 into 0026.
 */
export const hasUsualYear = (date: string) => date >= '1800' && date < '9999';

/**
 * Reads a date as `readDate`, and a time in 24 hours or with AM or PM.
 * @returns yyyy-MM-ddTHH:mm; null if it is invalid
 */
export function readDateTime(text: string): string | null {
  const [, day = '', hour = '', minute, half] = withTime.exec(plainly(text)) ?? [];
  const date = minute ? readDay(day) : null;
  const typed = Number(hour);
  if (date === null || typed > 23 || (half && (typed < 1 || typed > 12))) return null;
  const hours = half ? (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : typed;
  return `${date}T${String(hours).padStart(2, '0')}:${minute}`;
}
