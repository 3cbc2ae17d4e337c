import { preferenceFields } from '#modules/identity/fields.ts';
import { formatDate, formatDateTime, formatMoney } from '#modules/platform/browser.ts';
import { kindNames } from '../security/words.ts';

/** The query parameter with the entry before which entries are shown. */
export const entriesBefore = 'entriesbefore';

interface Doer {
  actor: string | null;
  /** The admin who acted as that person. */
  admin: string | null;
  address: string | null;
}

/** Who did it and from where. Before sign-in and registration there is no person, and jobs have no address. */
export function doerWords({ actor, admin, address }: Doer): string {
  if (!actor) return address ? `From ${address}` : 'By the portal';
  const session = admin ? ` (${admin}, in an admin session)` : '';
  return `By ${actor}${session}${address ? ` from ${address}` : ''}`;
}

/** The id of a row, or the hash of a file. */
const code = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64})$/;

/** `{ from: 'paid', to: 'done' }` as 'from: paid; to: done', without empty values, ids of rows and hashes of files. */
export function detailWords(detail: object): string {
  return flatten(detail)
    .filter(([, value]) => value !== null && value !== '' && !code.test(String(value)))
    .map(([name, value]) => {
      if (name.endsWith('_cents') && typeof value === 'number')
        return `${nameWords(name.replace(/_cents$/, ''))}: ${formatMoney(value)}`;
      return `${nameWords(name)}: ${valueWords(value)}`;
    })
    .join('; ');
}

/** The parts of a detail, with the changed values of settings in place of the list of their names. */
function flatten(detail: object): [name: string, value: unknown][] {
  const { values, changed, ...others } = detail as Record<string, unknown>;
  const pairs = values instanceof Object ? Object.entries(values) : [];
  const names = Array.isArray(changed)
    ? changed.filter((name) => !pairs.some(([known]) => known === name))
    : changed;
  const rest = Array.isArray(names) && names.length === 0 ? [] : [['changed', names] as [string, unknown]];
  return [...Object.entries(others), ...(changed === undefined ? [] : rest), ...pairs];
}

/** Names of the calls' fields that are written as one word, and abbreviations. */
const oneWord: Readonly<Record<string, string>> = {
  accepttype: 'kind of terms',
  address1: 'street address',
  address2: 'apartment',
  businessname: 'business name',
  craid: 'agency',
  dateofbirth: 'date of birth',
  emailaddress: 'email address',
  firstname: 'first name',
  fromdate: 'from',
  lastname: 'last name',
  last4: 'last four digits',
  middlename: 'middle name',
  of: 'terms',
  phonenumber: 'phone number',
  postalcode: 'ZIP code',
  rememberbrowser: 'remember this browser',
  todate: 'to',
};

/** The switches of a person by the words of their own pages. */
const preferences: Readonly<Record<string, { label: string }>> = preferenceFields;

const nameWords = (name: string) =>
  oneWord[name] ??
  preferences[name]?.label ??
  name.replaceAll('_', ' ').replace(/\b(cra|id|pdf|sms|ssn)\b/g, (letters) => letters.toUpperCase());

/** Codes of the calls in words. */
const codes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(kindNames).map(([code, name]) => [code, name.toLowerCase()])),
  DISABLED: 'off',
  YES: 'yes',
  NO: 'no',
};

/**
 * A name from the code, in which underscores are shown as spaces. Ids do not match, because underscores are a part of
 * them.
 */
const codeName = /^[a-z][a-z\d]*(_[a-z\d]+)*$/;

/** A line of a changed catalog: 'base_price_cents: 7900 -> 8900'. */
const changedLine = /^(\w+): (.*) -> (.*)$/s;

function valueWords(value: unknown): string {
  const line = typeof value === 'string' && changedLine.exec(value);
  if (line) {
    const [, name = '', before = '', after = ''] = line;
    return `${nameWords(name.replace(/_cents$/, ''))}: ${typed(name, before)} → ${typed(name, after)}`;
  }
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || 'none';
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const words = String(value);
  if (codes[words]) return codes[words];
  if (/^\d{4}-\d{2}-\d{2}$/.test(words)) return formatDate(words);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(words)) return formatDateTime(words, 'UTC');
  return codeName.test(words) ? nameWords(words) : words;
}

/** One value that an entry says was changed. Text is missing where there was no value. */
export interface ValueChange {
  name: string;
  before: string;
  after: string;
}

/** What an entry holds, for a table of values before and after, a reason, and all the rest. */
export interface DetailParts {
  changes: ValueChange[];
  reason: string | null;
  others: [name: string, value: string][];
}

/** The names under which entries keep what somebody wrote. */
const written = ['reason', 'note'];

/** Reads a detail: pairs of `from` and `to` or `before_` and `after_`, texts like 'before → after', and the rest. */
export function detailParts(detail: object): DetailParts {
  const values = new Map(flatten(detail).filter(([, value]) => value !== null && value !== ''));
  const take = (name: string) => {
    const value = values.get(name);
    values.delete(name);
    return value === undefined ? '' : shown(name, value);
  };
  const changes: ValueChange[] = [];
  for (const [from, to, name] of [
    ['from', 'to', 'Value'],
    ['before_cents', 'after_cents', 'Amount'],
  ] as const) {
    if (values.has(to)) changes.push({ name, before: take(from), after: take(to) });
  }
  for (const [name, value] of values) {
    if (typeof value !== 'string' || !value.includes(' → ')) continue;
    const [before = '', after = ''] = value.split(' → ');
    changes.push({ name: capital(nameWords(name)), before: shown(name, before), after: shown(name, after) });
    values.delete(name);
  }
  const lines = values.get('details');
  if (Array.isArray(lines)) {
    values.delete('details');
    const read = lines.map((line) => ({ line: String(line), parts: changedLine.exec(String(line)) }));
    for (const { parts } of read) {
      if (!parts) continue;
      const [, name = '', before = '', after = ''] = parts;
      changes.push({
        name: capital(nameWords(name.replace(/_cents$/, ''))),
        before: typed(name, before),
        after: typed(name, after),
      });
    }
    const others = read.filter(({ parts }) => !parts).map(({ line }) => line);
    if (others.length > 0) values.set('details', others);
  }
  const reason = written.map(take).filter(Boolean).join(' ') || null;
  const others = [...values].map(([name, value]): [string, string] => [
    capital(nameWords(name.replace(/_cents$/, ''))),
    shown(name, value),
  ]);
  return { changes, reason, others };
}

/** A value as people read it. @param name of the field, which says whether it is an amount */
function shown(name: string, value: unknown): string {
  if (name.endsWith('_cents') && typeof value === 'number') return formatMoney(value);
  return typeof value === 'boolean' ? capital(valueWords(value)) : valueWords(value);
}

/** The same for a value that is kept as text. */
const typed = (name: string, text: string) =>
  name.endsWith('_cents') && /^\d+$/.test(text) ? formatMoney(Number(text)) : shown(name, text);

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** The kind of an entry's object in words: 'Webhook endpoint'. */
export const objectWords = (type: string) => capital(nameWords(type));

/** The query with which the audit log shows only these entries. */
export const auditLog = (filter: Readonly<Record<string, string>>) =>
  `/admin/audit?${new URLSearchParams(filter)}`;
