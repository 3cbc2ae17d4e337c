/** The part of platform that browsers can use: units, money, dates. It imports nothing, so that it can be bundled. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The form of a word that goes with a number. */
export const formFor = (count: number, one: string, many = `${one}s`) => (count === 1 ? one : many);

/**
 * Writes a number with its noun: '1 person', '1,200 people'.
 * @param most the number up to which they were counted: '10,000+ people'
 */
export function formatCount(count: number, one: string, many = `${one}s`, most = Infinity): string {
  if (count > most) return `${most.toLocaleString('en-US')}+ ${many}`;
  return `${count.toLocaleString('en-US')} ${formFor(count, one, many)}`;
}

const units = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const;

/**
 * Writes milliseconds in the largest unit that divides them, for use in sentences: '10 minutes', '30 days', '1 day'.
 */
export function formatDuration(milliseconds: number): string {
  const [size, unit] = units.find(([length]) => milliseconds % length === 0) ?? units[3];
  return formatCount(milliseconds / size, unit);
}

/**
 * Writes how long somebody has to wait, rounded up to whole seconds, minutes, hours or days: '40 seconds', '37 minutes'.
 */
export function formatWait(milliseconds: number): string {
  const [size] = units.find(([length]) => milliseconds >= 2 * length) ?? units[3];
  return formatDuration(Math.ceil(milliseconds / size) * size);
}

/**
 * Writes until when somebody has to wait: '3:40 PM CST', and on another day '3:40 PM CST on 11/29/2026'. Rounded up to a
 * whole minute.
 */
export function formatUntil(until: Date, now: Date, timeZone: string): string {
  const at = new Date(Math.ceil(until.getTime() / MINUTE) * MINUTE);
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);
  const day = formatDate(at, timeZone);
  return day === formatDate(now, timeZone) ? time : `${time} on ${day}`;
}

/** The sentence for whoever has to wait, for readers whose time zone is not known. */
export const tryAgainIn = (milliseconds: number) => `You can try again in ${formatWait(milliseconds)}.`;

/** A time of day is exact only to the minute, so that shorter waits are told as they are. */
const SHORT_WAIT = 2 * MINUTE;

/** The sentence for whoever has to wait, in their time zone. */
export function tryAgainAt(until: Date, now: Date, timeZone: string): string {
  const wait = until.getTime() - now.getTime();
  return wait < SHORT_WAIT ? tryAgainIn(wait) : `You can try again at ${formatUntil(until, now, timeZone)}.`;
}

/** The score's scale, best to worst; NA means none (doc1 §1, D3). */
export const grades = ['IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA'] as const;
export type Grade = (typeof grades)[number];

const aliases: Record<string, Grade> = { '1+': 'IC01+', '1': 'IC01', '2': 'IC02', '3': 'IC03', '4': 'IC04' };

/**
 * The grade that a CRA or a file means: the scale's own names or the numeric aliases 1, 1+, 2, 3, 4 (doc1 §1).
 * @returns null for anything else
 */
export function findGrade(value: string): Grade | null {
  const name = value.trim().toUpperCase();
  return aliases[name] ?? grades.find((grade) => grade === name) ?? null;
}

/** Control characters, line ends, and characters that change the direction of text. */
const unseenSigns = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * Whether a text is one line without characters that change how it reads. Names appear in mail subjects, tables and
 * terminals.
 */
export function isOneLine(text: string): boolean {
  return text.isWellFormed() && !unseenSigns.test(text);
}

/** The size of a file, in kb or MB of 1,048,576 bytes (doc3 §5). */
export function formatBytes(bytes: number): string {
  return bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} kb`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** In cents: the smallest amount that the payment provider charges. */
export const LEAST_CHARGE = 50;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** Cents as dollars: whole dollars without decimals, others with two (D6). */
export function formatMoney(cents: number): string {
  return (cents % 100 === 0 ? wholeDollars : dollars).format(cents / 100);
}

/**
 * An amount on a receipt: dollars, always with two decimals (doc2 §9). Other currencies are shown with their code and
 * their usual number of decimals.
 * @param amount cents, or the smallest unit of another currency
 * @param currency ISO 4217 in lower case. All purchases are in dollars; only other movements on the provider's account
 * can be in another currency.
 */
export function formatReceiptAmount(amount: number, currency = 'usd'): string {
  if (currency === 'usd') return dollars.format(amount / 100);
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  });
  const { maximumFractionDigits: decimals = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** decimals);
}

const dateParts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const timeParts = { hour: '2-digit', minute: '2-digit' } as const;
const hourPart = { hour: 'numeric', hourCycle: 'h23' } as const;

interface ZoneFormats {
  date: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
  hour: Intl.DateTimeFormat;
  /** Of the zone itself. */
  name: Intl.DateTimeFormat;
}

const zones = new Map<string, ZoneFormats>();
const ZONES_KEPT = 500;

/** Formatters are expensive to create, so they are kept per zone. @throws RangeError for an unknown zone */
function formatsOf(timeZone: string): ZoneFormats {
  const kept = zones.get(timeZone);
  if (kept) return kept;
  const make = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...parts });
  const formats = {
    date: make(dateParts),
    time: make(timeParts),
    hour: make(hourPart),
    name: make({ timeZoneName: 'short' }),
  };
  if (zones.size >= ZONES_KEPT) zones.clear();
  zones.set(timeZone, formats);
  return formats;
}

/** @param name a time zone name from a browser, not yet checked */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z0-9_+\-/]{1,64}$/.test(name)) return false;
  try {
    formatsOf(name);
    return true;
  } catch {
    return false;
  }
}

const plainDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * MM/dd/yyyy (doc1 §9).
 * @param value a plain date `yyyy-MM-dd`, which has no time zone, or an instant, shown in `timeZone`
 */
export function formatDate(value: string | Date, timeZone = 'UTC'): string {
  const plain = typeof value === 'string' ? plainDate.exec(value) : null;
  if (plain) return `${plain[2]}/${plain[3]}/${plain[1]}`;
  return formatsOf(timeZone).date.format(new Date(value));
}

/** MM/dd/yyyy hh:mm a (doc2 §9). */
export function formatDateTime(value: string | Date, timeZone = 'UTC'): string {
  const at = new Date(value);
  return `${formatDate(at, timeZone)} ${formatsOf(timeZone).time.format(at)}`;
}

/**
 * A date and time with the name of its zone, for readers whose zone may be another: in a mail or a file, and on a page that
 * a link opens in a browser that was never here.
 */
export function formatMoment(value: string | Date, timeZone = 'UTC'): string {
  const name = formatsOf(timeZone).name.formatToParts(new Date(value));
  const zone = name.find(({ type }) => type === 'timeZoneName')?.value;
  return `${formatDateTime(value, timeZone)} ${zone}`;
}

/** How people name a time zone: 'Central Time' for America/Chicago. @throws RangeError for an unknown zone */
export function formatZone(timeZone: string): string {
  if (timeZone === 'UTC') return timeZone;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The hour of the day in a time zone, 0 to 23. */
export function hourOf(value: string | Date, timeZone = 'UTC'): number {
  return Number(formatsOf(timeZone).hour.format(new Date(value)));
}

/** The hour of an expiration date, in UTC, at which it ends (D5). */
const EXPIRY_HOUR = 11;

/** The end of an expiration date: 11:00 UTC of that day (D5). */
export function expiresAt(date: string): Date {
  return new Date(`${date}T${EXPIRY_HOUR}:00:00.000Z`);
}

/** Whether an expiration date (yyyy-MM-dd) has passed. A score without one does not expire. */
export function hasExpired(date: string | null, now: Date | undefined): boolean {
  return date !== null && now !== undefined && expiresAt(date) <= now;
}

/** The newest expiration (yyyy-MM-dd) that has passed at `now`: what expires with it is no longer valid (D5). */
export function lastEndedDay(now: Date): string {
  return new Date(now.getTime() - EXPIRY_HOUR * HOUR).toISOString().slice(0, 10);
}

/** Whole days from `now` until the expiration date ends, rounded up; 0 or less if it has ended (D5). */
export function daysUntil(date: string, now: Date): number {
  return Math.ceil((expiresAt(date).getTime() - now.getTime()) / DAY);
}

/** Days before the expiration at which renewal is offered. 'Expires soon' begins later (D5). */
export const RENEWAL_WINDOW_DAYS = 45;
export const EXPIRES_SOON_DAYS = 30;

/** A ten-digit phone number as ddd-ddd-dddd; anything else unchanged (doc1 §5). */
export function formatPhone(digits: string): string {
  const parts = /^(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return parts ? `${parts[1]}-${parts[2]}-${parts[3]}` : digits;
}

/** The choices for the number of rows per page (doc1 §9). */
export const pageSizes = [10, 20, 50, 100] as const;

/** A page that was asked for, or the last one if there are fewer. */
export const pageWithin = (asked: number, size: number, total: number): number =>
  Math.min(asked, Math.max(1, Math.ceil(total / size)));

/** Up to this many rows have numbered pages; beyond them, a grid has only next and previous (D85). */
export const NUMBERED_ROWS = 10_000;

/** A filter of a grid, in the form in which the page shows it. */
export interface GridFilterControl {
  /** In the address. */
  name: string;
  /** A text box, a list of choices, a date, or a row of links. The first choice or link shows all rows. */
  kind: 'search' | 'choice' | 'date' | 'segment';
  label: string;
  /** The label of the choice that shows all rows. */
  any?: string;
  /** In a list of choices, those with the same `group` follow each other under its name. */
  options: readonly { value: string; label: string; group?: string }[];
  /** The current value; empty if a text box, a list or a date does not filter. */
  value: string;
}

/** The outside services that the portal calls. Webhooks of companies go to many receivers and have rules of their own. */
export const providerNames = [
  'mail',
  'texts',
  'payments',
  'agency',
  'verification',
  'addresses',
  'storage',
] as const;
export type ProviderName = (typeof providerNames)[number];
