import { listPackages } from '#modules/applications/index.ts';
import { listMailReaders } from '#modules/identity/index.ts';
import { isReached, type Work } from '#modules/platform/index.ts';
import { listCouponTypes } from '#modules/purchasing/index.ts';
import type { Invitee } from '../invitations/invitee.ts';
import { type FoundPerson, findPeople } from '../invitations/people.ts';
import { readStandings, type Standing } from '../invitations/standing.ts';
import type { PersonTerm } from '../search/search.ts';
import type { StoredBulk } from './access.ts';
import type { BulkOutcome } from './kinds.ts';
import { type ReadRow, readRow } from './rows.ts';
import type { StoredRow } from './stored-rows.ts';

/**
 * What becomes of rows: for the dry run and for the sending. Who is found, how they stand to the network and whether
 * mail reaches them is read by the same statements as for a single invitation.
 */

/** What is the same for all rows of a file. */
export interface Judging {
  bulk: Pick<StoredBulk, 'company_id' | 'column_kinds' | 'coupon_type_id'>;
  inviterId: string;
  /** Types of coupon and packages by what a cell may say, in small letters. */
  coupons: ReadonlyMap<string, string>;
  packages: ReadonlyMap<string, string>;
  /** Addresses and accounts of the rows before. */
  seen: Seen;
  /** ShieldIDs that nobody has, in the rows so far. */
  unknown: { shieldIds: number };
}

/** What was added last can be taken back, for a transaction that runs again. */
export class Seen {
  readonly #kept = new Set<string>();
  #fresh = new Set<string>();

  has(key: string): boolean {
    return this.#kept.has(key) || this.#fresh.has(key);
  }

  add(key: string): void {
    this.#fresh.add(key);
  }

  keep(): void {
    for (const key of this.#fresh) this.#kept.add(key);
    this.forget();
  }

  forget(): void {
    this.#fresh = new Set();
  }
}

export interface Judged {
  row: StoredRow;
  outcome: BulkOutcome;
  /** For a row that gets an invitation. */
  invitee: Invitee | null;
  couponTypeId: string | null;
  read: ReadRow | null;
}

export async function beginJudging(
  work: Pick<Work, 'db'>,
  bulk: Judging['bulk'],
  inviterId: string,
): Promise<Judging> {
  return { bulk, inviterId, ...(await readOffered(work, bulk)), seen: new Seen(), unknown: { shieldIds: 0 } };
}

/** What the cells of a file may name now. A file without such a column asks for nothing. */
export async function readOffered(
  work: Pick<Work, 'db'>,
  { company_id, column_kinds: kinds }: Judging['bulk'],
): Promise<Pick<Judging, 'coupons' | 'packages'>> {
  const coupons = kinds.includes('coupon') ? await listCouponTypes(work, company_id) : [];
  const packages = kinds.includes('package') ? await listPackages(work, company_id) : [];
  return {
    coupons: new Map(
      coupons.filter(({ active }) => active).map(({ id, description }) => [description.toLowerCase(), id]),
    ),
    packages: new Map(packages.map(({ id, package_descrip }) => [package_descrip.toLowerCase(), id])),
  };
}

interface Contact {
  row: StoredRow;
  read: ReadRow;
  person: FoundPerson | null;
  couponTypeId: string | null;
  packageId: string | null;
}

/** @returns in the order of the rows */
export async function judge(
  work: Pick<Work, 'rows' | 'db' | 'now'>,
  judging: Judging,
  rows: readonly StoredRow[],
): Promise<Judged[]> {
  const judged = new Map<StoredRow, Judged>();
  const settle = (row: StoredRow, outcome: BulkOutcome, read: ReadRow | null = null) =>
    judged.set(row, { row, outcome, invitee: null, couponTypeId: null, read });
  const contacts = await findContacts(work, judging, rows, settle);
  const open = contacts.filter((contact) => isFirst(judging, contact, settle));
  const owner = { companyId: judging.bulk.company_id };
  const invitees = open.map(inviteeOf);
  const standings = await readStandings(work, owner, invitees);
  const readers = await listMailReaders(work.db, open.map(addressOf));
  for (const [at, contact] of open.entries()) {
    const reader = readers[at];
    const outcome = outcomeOf(
      contact,
      standings[at],
      reader !== undefined && isReached('invitations', reader),
    );
    const { row, read, couponTypeId } = contact;
    judged.set(row, { row, outcome, invitee: invitees[at] ?? null, couponTypeId, read });
  }
  return rows.map((row) => judged.get(row) as Judged);
}

type Settle = (row: StoredRow, outcome: BulkOutcome, read?: ReadRow) => void;

/** A row with a ShieldID that nobody has is read by its address, if it has one. */
async function findContacts(
  work: Pick<Work, 'rows'>,
  { bulk, coupons, packages, unknown }: Judging,
  rows: readonly StoredRow[],
  settle: Settle,
): Promise<Contact[]> {
  const contacts: Contact[] = [];
  for (const row of rows) {
    const read = readRow(row, bulk.column_kinds);
    if (typeof read === 'string') {
      settle(row, read);
      continue;
    }
    const couponTypeId = read.coupon === '' ? bulk.coupon_type_id : coupons.get(read.coupon.toLowerCase());
    const packageId = read.package === '' ? null : packages.get(read.package.toLowerCase());
    if (couponTypeId === undefined) settle(row, 'bad-coupon', read);
    else if (packageId === undefined) settle(row, 'bad-package', read);
    else contacts.push({ row, read, person: null, couponTypeId, packageId });
  }
  await findBy(work, contacts, ({ shieldId }) =>
    shieldId === null ? null : { kind: 'shieldid', value: shieldId },
  );
  const byAddress = contacts.filter(({ person }) => person === null);
  unknown.shieldIds += byAddress.filter(({ read }) => read.shieldId !== null).length;
  await findBy(work, byAddress, ({ email }) => (email === null ? null : { kind: 'email', value: email }));
  return contacts.filter(({ row, read, person }) => {
    if (person !== null || read.email !== null) return true;
    settle(row, 'bad-shieldid', read);
    return false;
  });
}

async function findBy(
  work: Pick<Work, 'rows'>,
  contacts: readonly Contact[],
  termOf: (read: ReadRow) => PersonTerm | null,
): Promise<void> {
  const asked = contacts.flatMap((contact) => {
    const term = termOf(contact.read);
    return term === null ? [] : [{ contact, term }];
  });
  if (asked.length === 0) return;
  const people = await findPeople(
    work,
    asked.map(({ term }) => term),
  );
  for (const [at, { contact }] of asked.entries()) contact.person = people[at] ?? null;
}

/** Whether a row is neither the inviter's own nor about somebody of a row before. */
function isFirst({ seen, inviterId }: Judging, { row, read, person }: Contact, settle: Settle): boolean {
  if (person?.accountId === inviterId) {
    settle(row, 'own', read);
    return false;
  }
  const keys = person === null ? [read.email ?? ''] : [person.accountId, person.emailaddress.toLowerCase()];
  if (keys.some((key) => seen.has(key))) {
    settle(row, 'duplicate', read);
    return false;
  }
  for (const key of keys) seen.add(key);
  return true;
}

function inviteeOf({ read, person, packageId }: Contact): Invitee {
  const { firstname, lastname } = read;
  const byShieldId = person !== null && read.shieldId !== null;
  return {
    accountId: person?.accountId ?? null,
    email: byShieldId ? null : read.email,
    shieldId: byShieldId ? read.shieldId : null,
    firstname,
    lastname,
    packageId,
  };
}

const addressOf = ({ read, person }: Contact) => person?.emailaddress ?? read.email ?? '';

function outcomeOf({ person }: Contact, standing: Standing | undefined, isReachable: boolean): BulkOutcome {
  if (standing?.ignoredAt) return 'ignored';
  if (standing?.accepted) return 'in-network';
  if (standing?.connectionId && !standing.lapsed) return 'invited';
  if (!isReachable) return 'suppressed';
  if (person === null) return 'new';
  return person.openApplication ? 'in-progress' : 'existing';
}
