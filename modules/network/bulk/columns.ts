import { isShieldId } from '#modules/applications/index.ts';
import { readEmailAddress, readSearchTerm, type Work } from '#modules/platform/index.ts';
import type { ColumnKind } from './kinds.ts';

/** Which column of a file is what: as the company chose before, by the words of its header, or by its values. */

/** The first rows of a file: the number of each and its cells. */
export type Head = readonly (readonly [number: number, ...cells: string[]])[];

export type Why = 'remembered' | 'name' | 'values' | null;

const words: Record<Exclude<ColumnKind, 'ignored'>, readonly string[]> = {
  emailaddress: [
    'email',
    'emailaddress',
    'mail',
    'mailaddress',
    'contactemail',
    'workemail',
    'emailid',
    'correo',
  ],
  shieldid: ['shieldid', 'shieldidnumber', 'shield', 'badge', 'badgeid'],
  fullname: ['name', 'fullname', 'contact', 'contactname', 'person', 'employee', 'employeename'],
  firstname: ['first', 'firstname', 'givenname', 'forename', 'vorname'],
  lastname: ['last', 'lastname', 'surname', 'familyname', 'nachname'],
  mobile: ['mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone', 'phone', 'phonenumber', 'telephone'],
  businessname: [
    'business',
    'businessname',
    'company',
    'companyname',
    'contractor',
    'employer',
    'organization',
  ],
  coupon: ['coupon', 'couponcode', 'coupontype'],
  package: ['package', 'backgroundcheck'],
  note: ['note', 'notes', 'comment', 'comments'],
};

const kindOfWord = new Map(
  Object.entries(words).flatMap(([kind, names]) => names.map((name) => [name, kind as ColumnKind] as const)),
);

/** The words of a header without case, spaces and signs. */
const plain = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const hashHeader = (work: Pick<Work, 'portal'>, companyId: string, header: string) =>
  work.portal.keys.lookupHash('bulk.header', `${companyId} ${plain(header)}`);

/** Part of the values of a column that must be of a kind. */
const MOST_VALUES = 0.8;

const kindsByValue: readonly [ColumnKind, (value: string) => boolean][] = [
  ['emailaddress', (value) => readEmailAddress(value) !== null],
  ['shieldid', isShieldIdText],
];

function isShieldIdText(value: string): boolean {
  const { id } = readSearchTerm(value);
  return id !== null && isShieldId(id);
}

const isContact = (value: string) => kindsByValue.some(([, fits]) => fits(value));

/** Whether the first row names the columns: it has no address or ShieldID, and a known word, or rows below have one. */
export function guessHeader([first, ...rest]: Head): boolean {
  if (!first) return false;
  const [, ...cells] = first;
  if (cells.some(isContact)) return false;
  if (cells.some((cell) => kindOfWord.has(plain(cell)))) return true;
  return rest.some(([, ...below]) => below.some(isContact));
}

export interface GuessedColumn {
  kind: ColumnKind;
  why: Why;
}

/** Each kind is guessed for one column only, in the order of the columns. */
export async function guessColumns(
  work: Pick<Work, 'db' | 'portal'>,
  companyId: string,
  { head, columns, hasHeader }: { head: Head; columns: number; hasHeader: boolean },
): Promise<GuessedColumn[]> {
  const headers = hasHeader ? (head[0]?.slice(1) as string[] | undefined) : undefined;
  const remembered = headers ? await readRemembered(work, companyId, headers) : new Map<string, ColumnKind>();
  const rows = hasHeader ? head.slice(1) : head;
  const taken = new Set<ColumnKind>();
  const found: GuessedColumn[] = Array.from({ length: columns }, () => ({ kind: 'ignored', why: null }));
  const guesses: [Exclude<Why, null>, (column: number) => ColumnKind | undefined][] = [
    ['remembered', (column) => remembered.get(hashHeader(work, companyId, headers?.[column] ?? ''))],
    ['name', (column) => kindOfWord.get(plain(headers?.[column] ?? ''))],
    ['values', (column) => kindOfValues(rows.map((row) => String(row[column + 1] ?? '')))],
  ];
  for (const [why, guess] of guesses) {
    for (const [column, { why: known }] of found.entries()) {
      const kind = known === null ? guess(column) : undefined;
      if (kind === undefined || (kind !== 'ignored' && taken.has(kind))) continue;
      taken.add(kind);
      found[column] = { kind, why };
    }
  }
  return found;
}

function kindOfValues(values: readonly string[]): ColumnKind | undefined {
  const given = values.filter((value) => value !== '');
  if (given.length === 0) return undefined;
  const fitting = kindsByValue.find(([, fits]) => given.filter(fits).length >= given.length * MOST_VALUES);
  return fitting?.[0];
}

async function readRemembered(
  work: Pick<Work, 'db' | 'portal'>,
  companyId: string,
  headers: readonly string[],
): Promise<Map<string, ColumnKind>> {
  const hashes = headers
    .filter((header) => plain(header) !== '')
    .map((header) => hashHeader(work, companyId, header));
  if (hashes.length === 0) return new Map();
  const rows = await work.db
    .selectFrom('bulk_column_choice')
    .select(['header_hash', 'column_kind'])
    .where('company_id', '=', companyId)
    .where('header_hash', 'in', hashes)
    .execute();
  return new Map(rows.map((row) => [row.header_hash, row.column_kind]));
}

/** Keeps what the company said about the columns, for its next file with the same headers. */
export async function rememberColumns(
  work: Pick<Work, 'db' | 'portal'>,
  companyId: string,
  headers: readonly string[],
  kinds: readonly ColumnKind[],
): Promise<void> {
  const choices = new Map(
    kinds.flatMap((kind, column) => {
      const header = headers[column] ?? '';
      return plain(header) === '' ? [] : [[hashHeader(work, companyId, header), kind] as const];
    }),
  );
  if (choices.size === 0) return;
  await work.db
    .insertInto('bulk_column_choice')
    .values(
      [...choices].map(([header_hash, column_kind]) => ({ company_id: companyId, header_hash, column_kind })),
    )
    .onConflict((same) =>
      same
        .columns(['company_id', 'header_hash'])
        .doUpdateSet((row) => ({ column_kind: row.ref('excluded.column_kind') })),
    )
    .execute();
}
