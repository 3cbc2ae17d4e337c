import {
  addressSweep,
  anyOf,
  column,
  readEmailAddress,
  type Sweep,
  sql,
  staffAlertRaised,
  staffAlertSettled,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { personChanged } from '../events.ts';

/**
 * Brings the addresses that were stored before there was one form to that form. Two accounts that would become one are
 * not merged: staff are told, and the address stays as it is, with which its owner can still log in.
 */

const accountsToLookAt = statement({
  name: 'identity.accounts-in-other-form',
  row: { key: column.text },
  examples: [
    [null, 1],
    ['', 1],
  ],
  sql: (after: string | null, size: number) => sql`
    select id::text as key from account
    where (not is_email_address(emailaddress::text) or other_form_told_at is not null)
      ${after === null ? sql`` : sql`and id > ${after}`}
    order by id limit ${size}`,
});

interface Account {
  id: string;
  emailaddress: string;
  other_form_told_at: Date | null;
  erased_at: Date | null;
}

const accountForms: Sweep = {
  name: 'identity.account-addresses',
  size: 200,
  keys: async (work, after, size) => (await work.rows(accountsToLookAt(after, size))).map(({ key }) => key),
  async run(work, ids) {
    const accounts = await work.db
      .selectFrom('account')
      .select(['id', 'emailaddress', 'other_form_told_at', 'erased_at'])
      .where('id', '=', anyOf(ids))
      .orderBy('id')
      .forUpdate()
      .execute();
    let changed = 0;
    for (const account of accounts) if (await bringToForm(work, account)) changed += 1;
    return changed;
  },
};

/** @returns whether the row changed */
async function bringToForm(work: Work<null>, account: Account): Promise<boolean> {
  const wanted = readEmailAddress(account.emailaddress);
  if (account.erased_at || wanted === account.emailaddress) return settle(work, account);
  if (wanted === null) return tell(work, account, 'unreadable-address');
  const other = await work.db
    .selectFrom('account')
    .select('id')
    .where('emailaddress', '=', wanted)
    .where('id', '<>', account.id)
    .executeTakeFirst();
  if (other) return tell(work, account, 'same-mailbox');
  await work.db.updateTable('account').set({ emailaddress: wanted }).where('id', '=', account.id).execute();
  await work.audit({ action: identityAudit.addressFormed, about: account.id });
  await work.publish(personChanged, { accountId: account.id });
  await settle(work, account);
  return true;
}

/** Staff are told once, so that an alert that they dismissed does not come back. */
async function tell(
  work: Work<null>,
  { id, other_form_told_at }: Account,
  reason: 'same-mailbox' | 'unreadable-address',
): Promise<boolean> {
  if (other_form_told_at) return false;
  await work.db.updateTable('account').set({ other_form_told_at: work.now }).where('id', '=', id).execute();
  await work.publish(staffAlertRaised, { alertType: 'email_address', eventId: id, accountId: id, reason });
  return true;
}

async function settle(work: Work<null>, { id, other_form_told_at }: Account): Promise<boolean> {
  if (!other_form_told_at) return false;
  await work.db.updateTable('account').set({ other_form_told_at: null }).where('id', '=', id).execute();
  await work.publish(staffAlertSettled, { alertType: 'email_address', eventId: id });
  return true;
}

export const addressFormSweeps: readonly Sweep[] = [
  accountForms,
  addressSweep({
    name: 'identity.method-addresses',
    table: 'contact_method',
    key: 'id',
    address: 'value',
    where: sql`t.kind = 'EMAIL'`,
    taken: (wanted) => sql`o.account_id = t.account_id and o.kind = 'EMAIL' and o.value = ${wanted}`,
  }),
  addressSweep({
    name: 'identity.suppressed-addresses',
    table: 'mail_suppression',
    key: 'emailaddress',
    address: 'emailaddress',
    taken: (wanted) => sql`o.emailaddress = ${wanted} and o.emailaddress::text <> t.emailaddress::text`,
  }),
  addressSweep({
    name: 'identity.preference-addresses',
    table: 'mail_preference',
    key: 'emailaddress',
    address: 'emailaddress',
    taken: (wanted) => sql`o.emailaddress = ${wanted} and o.emailaddress::text <> t.emailaddress::text`,
  }),
  addressSweep({
    name: 'identity.request-addresses',
    table: 'privacy_request',
    key: 'id',
    address: 'emailaddress',
    where: sql`t.emailaddress <> ''`,
  }),
];
