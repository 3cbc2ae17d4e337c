import { createHash } from 'node:crypto';
import { seal } from '../crypto/seal.ts';
import { declaredSealedColumns } from '../crypto/sealed-columns.ts';
import type { MadeUp } from './made-up.ts';

/** What a copy without personal data has instead of a column's values. */

export interface CopiedRow {
  readonly table: string;
  readonly made: MadeUp;
  /** The original value of a column, as text; null for null. @throws Error if the table has no such column */
  of(column: string): string | null;
}

/** Is asked for each value that is not null. */
export interface Replacement {
  (value: string, row: CopiedRow, column: string): string | null;
  /** Is asked for null too, with an empty text. */
  evenNull?: true;
}

/** A value of the row that may be missing in the original. */
export const evenNull = (replace: (row: CopiedRow) => string | null): Replacement =>
  Object.assign((_value: string, row: CopiedRow) => replace(row), { evenNull: true as const });

/** Columns of the same row, whose values together say whose value it is. */
type Whose = string | readonly string[] | ((row: CopiedRow) => string);

function whoseOf(whose: Whose, row: CopiedRow): string {
  if (typeof whose === 'function') return whose(row);
  return (typeof whose === 'string' ? [whose] : whose).map((column) => row.of(column) ?? '').join(' ');
}

/** The column says nothing about a person and is no secret. */
export const kept: Replacement = (value) => value;

/** Nothing, where the column may be null. */
export const nulled: Replacement = () => null;

/** The same for all. */
export const always =
  (text: string): Replacement =>
  () =>
    text;

/** An empty text stays empty. */
const some =
  (replace: Replacement): Replacement =>
  (value, row, column) =>
    value === '' ? '' : replace(value, row, column);

/** An empty text stays empty; any other becomes this one. */
export const filled = (text: string): Replacement => some(() => text);

/** Where somebody wrote something in their own words. */
export const REMOVED = 'Removed from this copy.';
export const words: Replacement = filled(REMOVED);

/** What the portal itself writes, one word; anything else is taken out. */
export const codeWord: Replacement = (value) => (/^[a-z][a-z0-9_-]*$/.test(value) ? value : REMOVED);

/** An id of ours or a number; anything else becomes another id. */
export const ownId: Replacement = (value, { made }) =>
  /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,19})$/.test(value) ? value : made.opaque(value);

export const firstname = (whose: Whose) => some((_, row) => row.made.firstname(whoseOf(whose, row)));
export const lastname = (whose: Whose) => some((_, row) => row.made.lastname(whoseOf(whose, row)));
export const fullName = (whose: Whose) => some((_, row) => row.made.fullName(whoseOf(whose, row)));
export const company = (whose: Whose) => some((_, row) => row.made.company(whoseOf(whose, row)));
export const street = (whose: Whose) => some((_, row) => row.made.street(whoseOf(whose, row)));
export const city = (whose: Whose) => some((_, row) => row.made.city(whoseOf(whose, row)));
export const postalcode = (whose: Whose) => some((_, row) => row.made.postalcode(whoseOf(whose, row)));

/** The address that stands for an erased person says nothing and stays. */
export const email: Replacement = some((value, { made }) =>
  value.endsWith('@erased.invalid') ? value : made.email(value),
);
export const phone: Replacement = some((value, { made }) => made.phone(value));
export const shieldNumber: Replacement = some((value, { made }) => made.shieldNumber(value));
export const opaque: Replacement = some((value, { made }) => made.opaque(value));
export const hostLabel: Replacement = some((value, { made }) => `c${made.hex('host', value, 10)}`);

/** The year stays. */
export const birthday: Replacement = (value) => `${value.slice(0, 4)}-07-01`;

/** Our own words for where something came from stay. */
export const address: Replacement = (value, { made }) => (/[.:]/.test(value) ? made.address(value) : value);
export const agent: Replacement = filled('Mozilla/5.0 (copy)');

/** SHA-256 of the placeholder that stands for what was hashed. */
export const hashOf = (content: Uint8Array | string): Replacement =>
  always(createHash('sha256').update(content).digest('hex'));

type Content = string | Buffer | ((value: string, row: CopiedRow) => string | Buffer);

const contentOf = (content: Content, value: string, row: CopiedRow): Buffer => {
  const made = typeof content === 'function' ? content(value, row) : content;
  return typeof made === 'string' ? Buffer.from(made, 'utf8') : made;
};

/** A column of `sealedColumn`: other content, encrypted with the key ring of the copy. */
export const sealed =
  (content: Content = REMOVED): Replacement =>
  (value, row, column) => {
    const declared = declaredSealedColumns.find((each) => each.table === row.table && each.column === column);
    if (!declared) throw new Error(`${row.table}.${column} is not declared as a sealed column`);
    const key = declared.key.map((part) => row.of(part) ?? '').join(':');
    return row.made.keys.encryptBytes(contentOf(content, value, row), declared.place(key));
  };

/**
 * A text of `sealForPerson`.
 * @param personColumn whose it is
 * @param aad as the text is stored with, from the row's id
 */
export const sealedFor =
  (personColumn: string, aad: (id: string) => string, content: Content = REMOVED): Replacement =>
  (value, row) => {
    const key = row.made.personKey(row.of(personColumn) ?? '');
    return seal(key, contentOf(content, value, row), aad(row.of('id') ?? '')).toString('base64url');
  };

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The code of a link, which is another one in the copy and works there.
 * @param purpose of its lookup hash
 */
export function linkCode(purpose: string, alphabet = BASE64URL, length = 22) {
  const codeOf = (row: CopiedRow) => row.made.code(purpose, row.of('id') ?? '', alphabet, length);
  const code_hash: Replacement = (_value, row) => row.made.keys.lookupHash(purpose, codeOf(row));
  return { code_hash, code_sealed: sealed((_value, row) => codeOf(row)) };
}

/** A jsonb column of ours: names, numbers and ids stay, any other text is taken out. */
export const scrubbed: Replacement = (value) => writeJsonb(scrub(JSON.parse(value)));

/** As PostgreSQL writes it, because a restore compares the text. The order of names is that of the original. */
function writeJsonb(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeJsonb).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}: ${writeJsonb(each)}`)
    .join(', ')}}`;
}

const harmless = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?|)$/;

function scrub(value: unknown): unknown {
  if (typeof value === 'string') return harmless.test(value) ? value : REMOVED;
  if (Array.isArray(value)) return value.map(scrub);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, scrub(each)]));
}
