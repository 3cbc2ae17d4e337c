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
import { applicationsAudit } from './audit.ts';
import { linkAccountFields } from './fields.ts';
import { Refusal } from './refusals.ts';

/** Linking of a ShieldID from a former account (doc2 §2.14, §4.8). Off until staff switch it on (D18). */

const linking = setting({ key: 'applications.account-linking', schema: z.boolean(), initial: false });

export const isLinkingOn = ({ db }: Pick<Work, 'db'>): Promise<boolean> => getSetting(db, linking);

export async function switchLinking(work: Pick<Work, 'db' | 'now' | 'audit'>, on: boolean): Promise<void> {
  if ((await isLinkingOn(work)) === on) return;
  await setSetting(work.db, linking, on, work.now);
  await work.audit({ action: applicationsAudit.linkingSwitched, detail: { on } });
}

/** Equal for the same number, however it is written; the number itself is not kept. */
function hashOf(keys: KeyRing, ssn: string): string {
  return keys.lookupHash('ssn', ssn.replaceAll('-', ''));
}

/** Keeps the ShieldID of a former account. @param archived `ssn` with or without hyphens */
export async function archiveShieldId(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  archived: { number: string; ssn: string; dateofbirth: string },
): Promise<void> {
  const { number, ssn, dateofbirth } = archived;
  await work.db
    .insertInto('archived_shield_id')
    .values({ number, ssn_hmac: hashOf(work.portal.keys, ssn), dateofbirth, archived_at: work.now })
    .execute();
}

/** Whether the page offers the link: to somebody without a ShieldID, while it is switched on. */
export const getAccountLinking = operation({
  name: 'applications.get-account-linking',
  summary: 'Says whether the caller may link a ShieldID of a former account.',
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
 * Links the ShieldID if the SSN and date of birth are those it was archived with. Without a match the answer is the same
 * whatever was wrong. It brings no score: a score comes from a check.
 * @throws Refusal not-found while linking is off
 */
export const lookUpArchivedShieldId = operation({
  name: 'applications.look-up-archived-shield-id',
  summary: 'Links the ShieldID of a former account to the caller, by SSN and date of birth.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: inputOf(linkAccountFields),
  output: z.object({ matchfound: yesNo, shieldid: z.string().nullable() }),
  throttle: { by: 'account', limit: 5, per: DAY },
  async run(work, { shieldid, ssn, dateofbirth }) {
    if (!(await isLinkingOn(work))) throw new Refusal('not-found', { detail: 'account linking is off' });
    const { accountId } = work.caller;
    await takeTransactionLock(work.db, `shield-id:${accountId}`);
    const number = shieldid.toUpperCase();
    const linked = (await mayLink(work, dateofbirth)) && (await claim(work, { number, ssn, dateofbirth }));
    if (!linked) return { matchfound: false, shieldid: null };
    await writeFacts(work, accountId, { certification_number: number });
    await work.audit({ action: applicationsAudit.shieldIdLinked, about: accountId });
    return { matchfound: true, shieldid: number };
  },
});

/** Who has a ShieldID keeps it for life, and a known date of birth is not another one. */
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

/** Takes the number out of the archive for the caller. @returns false without a match */
async function claim(
  work: Work<Caller>,
  { number, ssn, dateofbirth }: { number: string; ssn: string; dateofbirth: string },
): Promise<boolean> {
  const { accountId } = work.caller;
  const claimed = await work.db
    .updateTable('archived_shield_id')
    .set({ linked_account_id: accountId, linked_at: work.now })
    .where('number', '=', number)
    .where('ssn_hmac', '=', hashOf(work.portal.keys, ssn))
    .where('dateofbirth', '=', dateofbirth)
    .where('linked_account_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('shield_id').select('number').where('shield_id.number', '=', number))),
    )
    .returning('number')
    .executeTakeFirst();
  if (!claimed) return false;
  await work.db
    .insertInto('shield_id')
    .values({ number, account_id: accountId, issued_at: work.now })
    .execute();
  return true;
}
