import { z } from 'zod';
import { writeFacts } from '#modules/identity/index.ts';
import {
  type Caller,
  DAY,
  getSetting,
  inputOf,
  type KeyRing,
  operation,
  person,
  setSetting,
  setting,
  takeTransactionLock,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { linkAccountFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { isInUse, takeNumber } from './numbers.ts';
import { judgeProof } from './wrong-proofs.ts';

/** Links a ShieldID of a former account to this one (doc2 §2.14, §4.8). Off until staff switch it on (D18). */

const linking = setting({ key: 'applications.account-linking', schema: z.boolean(), initial: false });

export const isLinkingOn = ({ db }: Pick<Work, 'db'>): Promise<boolean> => getSetting(db, linking);

export async function switchLinking(work: Pick<Work, 'db' | 'now' | 'audit'>, on: boolean): Promise<void> {
  if ((await isLinkingOn(work)) === on) return;
  await setSetting(work.db, linking, on, work.now);
  await work.audit({ action: applicationsAudit.linkingSwitched, detail: { on } });
}

/** The same for the same number, however it is written; the number itself is not stored. */
function hashOf(keys: KeyRing, ssn: string): string {
  return keys.lookupHash('ssn', ssn.replaceAll('-', ''));
}

/** A ShieldID of a former account, with the data that proves whose it is. */
export interface FormerShieldId {
  number: string;
  /** With or without hyphens. */
  ssn: string;
  /** yyyy-MM-dd */
  dateofbirth: string;
}

/** Stores the ShieldIDs of former accounts until their owners link them. */
export async function archiveShieldIds(
  { db, now, portal }: Pick<Work, 'db' | 'now' | 'portal'>,
  former: readonly FormerShieldId[],
): Promise<void> {
  const rows = former.map(({ ssn, ...kept }) => ({
    ...kept,
    ssn_hmac: hashOf(portal.keys, ssn),
    archived_at: now,
  }));
  if (rows.length > 0) await db.insertInto('archived_shield_id').values(rows).execute();
}

/**
 * What happens to a former ShieldID in a file: `taken` means that it belongs to somebody, or to another SSN or date of
 * birth.
 */
export type Archived = 'new' | 'kept' | 'taken';

/**
 * Compares former ShieldIDs with those in the database.
 * @returns one answer for each, in the same order
 */
export async function compareArchive(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  former: readonly FormerShieldId[],
): Promise<Archived[]> {
  const numbers = former.map(({ number }) => number);
  const stored = await db
    .selectFrom('archived_shield_id')
    .select(['number', 'ssn_hmac', 'dateofbirth'])
    .where('number', 'in', numbers)
    .execute();
  const issued = await db.selectFrom('shield_id').select('number').where('number', 'in', numbers).execute();
  const archive = new Map(stored.map((row) => [row.number, row]));
  const inUse = new Set(issued.map(({ number }) => number));
  return former.map(({ number, ssn, dateofbirth }) => {
    const known = archive.get(number);
    if (!known) return inUse.has(number) ? 'taken' : 'new';
    const same = known.ssn_hmac === hashOf(portal.keys, ssn) && known.dateofbirth === dateofbirth;
    return same ? 'kept' : 'taken';
  });
}

/** Whether the page offers the link: to somebody without a ShieldID, while it is switched on. */
export const getAccountLinking = operation({
  name: 'applications.get-account-linking',
  summary: 'Whether the caller may link a ShieldID of a former account.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({ offered: yesNo }),
  async run(work) {
    const { certification_number } = work.caller.facts;
    return { offered: certification_number === null && (await isLinkingOn(work)) };
  },
});

/**
 * Links the ShieldID if the SSN and date of birth are those it was archived with. If they do not match, the answer is
 * the same whatever was wrong, and also once the number had too many wrong proofs (D127). Linking brings no score,
 * because a score comes from a check.
 * @throws Refusal not-found while linking is off
 */
export const lookUpArchivedShieldId = operation({
  name: 'applications.look-up-archived-shield-id',
  summary: 'Links the ShieldID of a former account to the caller, by SSN and date of birth.',
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(linkAccountFields),
  output: z.object({ matchfound: yesNo, shieldid: z.string().nullable() }),
  throttle: { by: 'account', limit: 5, per: DAY },
  async run(work, { shieldid, ssn, dateofbirth }) {
    if (!(await isLinkingOn(work))) throw new Refusal('not-found', { detail: 'account linking is off' });
    const linked = await work.apart((inside) => link(inside, { number: shieldid, ssn, dateofbirth }));
    return linked ? { matchfound: true, shieldid } : { matchfound: false, shieldid: null };
  },
});

/** @returns false if there is no match */
async function link(work: Work<Caller>, wanted: FormerShieldId): Promise<boolean> {
  const { accountId } = work.caller;
  const { number: key } = wanted;
  await takeTransactionLock(work.db, `shield-id:${accountId}`);
  if (!(await mayLink(work, wanted.dateofbirth))) return false;
  const about = { kind: 'archived-shield-id', key, accountId: null, aboutId: accountId } as const;
  const judged = await judgeProof(work, about, async () =>
    (await isArchived(work, key)) ? claim(work, wanted) : null,
  );
  if (judged !== 'right') return false;
  await writeFacts(work, accountId, { certification_number: key });
  await work.audit({ action: applicationsAudit.shieldIdLinked, about: accountId });
  return true;
}

/** Whether a number can still be claimed. */
async function isArchived({ db }: Pick<Work, 'db'>, number: string): Promise<boolean> {
  const found = await db
    .selectFrom('archived_shield_id')
    .select('number')
    .where('number', '=', number)
    .where('linked_account_id', 'is', null)
    .where(({ not }) => not(isInUse('archived_shield_id.number')))
    .executeTakeFirst();
  return found !== undefined;
}

/** A person who has a ShieldID keeps it for life, and a date of birth that is already known must match. */
async function mayLink(work: Work<Caller>, dateofbirth: string): Promise<boolean> {
  const { accountId } = work.caller;
  const known = await work.db
    .selectFrom('account')
    .leftJoin('shield_id', (join) =>
      join.onRef('shield_id.account_id', '=', 'account.id').on('shield_id.retired_at', 'is', null),
    )
    .select(['account.dateofbirth', 'shield_id.number'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return known.number === null && (known.dateofbirth === null || known.dateofbirth === dateofbirth);
}

/**
 * Takes the number out of the archive for the caller.
 * @returns false if there is no match
 */
async function claim(work: Work<Caller>, { number, ssn, dateofbirth }: FormerShieldId): Promise<boolean> {
  const { accountId } = work.caller;
  const claimed = await work.db
    .updateTable('archived_shield_id')
    .set({ linked_account_id: accountId, linked_at: work.now })
    .where('number', '=', number)
    .where('ssn_hmac', '=', hashOf(work.portal.keys, ssn))
    .where('dateofbirth', '=', dateofbirth)
    .where('linked_account_id', 'is', null)
    .where(({ not }) => not(isInUse('archived_shield_id.number')))
    .returning('number')
    .executeTakeFirst();
  if (!claimed) return false;
  await takeNumber(work, { accountId, number, active: true });
  return true;
}
