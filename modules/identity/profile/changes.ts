import type { Work } from '#modules/platform/index.ts';
import { voidCodesTo } from '../codes.ts';
import { personChanged } from '../events.ts';
import { adoptMailPreferences } from '../mail-preferences/stored.ts';
import { Refusal } from '../refusals.ts';
import { recordChange, type Snapshot, takeSnapshot } from '../security-changes/recording.ts';
import { lockAccount } from '../sign-in/account-lock.ts';
import { isAddressTaken } from '../two-step/contact-methods.ts';
import { requireOwnBusiness, requireOwnName } from './reserved-names.ts';
import { type ProfileName, type ProfileValues, profileNames, profileOf } from './values.ts';

/** A field that changed, with its text before and after. */
export interface ProfileChange {
  name: ProfileName;
  from: string;
  to: string;
}

type Working = Pick<Work, 'db' | 'now' | 'portal' | 'publish' | 'enqueue'>;

/**
 * Saves the fields of a profile that are given and differ. The caller writes the audit entry.
 * @param require throws for a change that the caller may not make
 * @throws Refusal invalid-input for a date of birth that is not in the past
 */
export async function changeProfile(
  work: Working,
  accountId: string,
  given: Partial<ProfileValues>,
  require: (
    changed: readonly ProfileName[],
    account: { locked_name_dob: boolean; mobile_verified_at: Date | null },
    before: ProfileValues,
  ) => void,
): Promise<ProfileChange[]> {
  const account = await work.db
    .selectFrom('account')
    .select([
      ...profileNames,
      'locked_name_dob',
      'two_step_method',
      'two_step_contact_id',
      'mobile_verified_at',
    ])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const before = profileOf(account);
  const changes = profileNames.flatMap((name) => {
    const [from, to] = [before[name], given[name]];
    return to === undefined || to === from ? [] : [{ name, from, to }];
  });
  if (changes.length === 0) return [];
  const changed = changes.map(({ name }) => name);
  require(changed, account, before);
  requirePlausibleBirth(given.dateofbirth, work.now);
  if (changed.includes('businessname')) await requireOwnBusiness(work, given.businessname, accountId);
  if (changed.includes('firstname') || changed.includes('lastname')) {
    const { firstname = before.firstname, lastname = before.lastname } = given;
    await requireOwnName(work, { firstname, lastname });
  }
  const { dateofbirth, ...plain } = Object.fromEntries(changes.map(({ name, to }) => [name, to]));
  const { two_step_method, two_step_contact_id, mobile_verified_at } = account;
  // Codes could be sent to the previous number, so the change is one that can be undone.
  const entered = mobile_verified_at && changed.includes('mobile') && (await takeSnapshot(work, accountId));
  await work.db
    .updateTable('account')
    .set({
      ...plain,
      ...(dateofbirth === undefined ? {} : { dateofbirth: dateofbirth || null }),
      // A new number is not verified yet, and no code is sent to it until it is (D11).
      ...(changed.includes('mobile') && {
        mobile_verified_at: null,
        two_step_method: two_step_method === 'SMS' && !two_step_contact_id ? 'EMAIL' : two_step_method,
      }),
    })
    .where('id', '=', accountId)
    .execute();
  if (changed.includes('mobile')) await voidCodesTo(work, accountId, before.mobile);
  if (entered) await recordChange(work, entered, 'mobile');
  await work.publish(personChanged, { accountId });
  return changes;
}

function requirePlausibleBirth(date: string | undefined, now: Date): void {
  if (date && date >= now.toISOString().slice(0, 10)) {
    throw new Refusal('invalid-input', {
      field: 'dateofbirth',
      issues: { dateofbirth: ['Enter a date before today'] },
    });
  }
}

/**
 * Gives an account another address to sign in with. Codes sent to the previous one are void. If the previous address
 * was verified, both addresses are told, and the previous one can undo the change (D103).
 * @param emailaddress in lower case
 * @returns the previous address, or null if it is the same
 * @throws Refusal identity.address-exists
 */
export async function changeAddress(
  work: Working & Pick<Work, 'audit'>,
  accountId: string,
  emailaddress: string,
): Promise<string | null> {
  await lockAccount(work, accountId);
  const before = await takeSnapshot(work, accountId);
  const former = before.account.emailaddress;
  if (former === emailaddress) return null;
  if (await isAddressTaken(work, accountId, emailaddress)) {
    throw new Refusal('identity.address-exists', { field: 'emailaddress' });
  }
  await dropMethod(work, before, emailaddress);
  const { email_verified_at } = await work.db
    .updateTable('account')
    .set({ emailaddress })
    .where('id', '=', accountId)
    .returning('email_verified_at')
    .executeTakeFirstOrThrow();
  await voidCodesTo(work, accountId, former);
  if (email_verified_at) {
    await adoptMailPreferences(work, accountId, emailaddress);
    // An address that was never verified may be a stranger's, who must not be able to undo anything.
    await recordChange(work, before, 'email');
  }
  await work.publish(personChanged, { accountId });
  return former;
}

/** The account's own address is a method in itself, so it must not also be one of the added methods. */
async function dropMethod(
  { db }: Pick<Work, 'db'>,
  { accountId, account, methods }: Snapshot,
  address: string,
): Promise<void> {
  const same = methods.find(({ kind, value }) => kind === 'EMAIL' && value === address);
  if (!same) return;
  if (account.two_step_contact_id === same.id) {
    await db.updateTable('account').set({ two_step_contact_id: null }).where('id', '=', accountId).execute();
  }
  await db.deleteFrom('contact_method').where('id', '=', same.id).execute();
}
