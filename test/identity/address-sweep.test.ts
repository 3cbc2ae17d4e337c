import { expect, test } from 'vitest';
import { explainPipelineAlert, listPipelineAlerts } from '#modules/admin/index.ts';
import { addressFormSweeps, login } from '#modules/identity/index.ts';
import { networkAddressSweeps, newInvite } from '#modules/network/index.ts';
import { listAudit, newId, runSweep, sql } from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { storeOtherForm } from '#test/factories/other-forms.ts';
import { newPersonWithoutTwoStep, newStaff, PASSWORD } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

const portal = await testPortal();
const { visitor: staff } = await newStaff(portal);

let made = 0;
async function accountWith(emailaddress: string): Promise<string> {
  made += 1;
  const { accountId } = await newPersonWithoutTwoStep(portal, { emailaddress: `former${made}@example.com` });
  await storeOtherForm(portal, accountId, emailaddress);
  return accountId;
}

const addressOf = async (id: string) =>
  (
    await portal.db
      .selectFrom('account')
      .select('emailaddress')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).emailaddress;
const sweep = () => portal.runSchedule('identity.address-forms');
const alertsOf = async (accountIds: string[], state?: 'closed' | 'dismissed') =>
  (
    await staff.perform(listPipelineAlerts, { type: 'email_address', ...(state ? { state } : {}) })
  ).pipelinedata.filter(({ userid }) => userid !== null && accountIds.includes(userid));

test('the sweep brings addresses to the one form, in batches, and changes nothing again', async () => {
  const ids = [
    await accountWith('rosa@müller.example'),
    await accountWith('ｎｉｎａ@example.com'),
    await accountWith('jose\u0301@example.com'),
  ];
  const [accounts] = addressFormSweeps;
  if (!accounts) throw new Error('no sweep of accounts');
  expect(await runSweep(portal, accounts, { size: 1 })).toMatchObject({ changed: 3 });
  expect(await Promise.all(ids.map(addressOf))).toEqual([
    'rosa@xn--mller-kva.example',
    'nina@example.com',
    'josé@example.com',
  ]);
  expect(await runSweep(portal, accounts)).toMatchObject({ changed: 0 });
  const { entries } = await listAudit(portal.db, portal.keys, { about: ids[0] ?? '' });
  expect(entries.map(({ action }) => action)).toContain('identity.address-formed');
});

test('two accounts of one mailbox are left as they are and told to staff once, until one is changed', async () => {
  const kept = await accountWith('anna@müller.example');
  const { accountId: other } = await newPersonWithoutTwoStep(portal, {
    firstname: 'Anna',
    lastname: 'Winter',
    emailaddress: 'anna@xn--mller-kva.example',
  });
  await sweep();
  expect(await addressOf(kept)).toBe('anna@müller.example');
  const [alert, ...more] = await alertsOf([kept, other]);
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ userid: kept, reason: 'same-mailbox' });
  const { circumstances } = await staff.perform(explainPipelineAlert, { alertid: alert?.id ?? '' });
  expect(circumstances.mailbox).toEqual({ other: { userid: other, name: 'Anna Winter' } });
  await portal.visitor().perform(login, { emailaddress: 'anna@müller.example', password: PASSWORD });
  await rowsOf(
    portal,
    sql`update pipeline_alert set state = 'dismissed', settled_at = ${portal.clock.now()} where id = ${alert?.id ?? ''}`,
  );
  await sweep();
  expect(await alertsOf([kept, other])).toEqual([]);
  await portal.db
    .updateTable('account')
    .set({ emailaddress: 'anna.winter@example.com' })
    .where('id', '=', other)
    .execute();
  await sweep();
  expect(await addressOf(kept)).toBe('anna@xn--mller-kva.example');
  expect(await alertsOf([kept, other], 'closed')).toMatchObject([{ id: alert?.id }]);
});

test('an address that no form reads is told to staff as such', async () => {
  const kept = await accountWith('otto@my_firm.com');
  await sweep();
  const [alert] = await alertsOf([kept]);
  expect(alert).toMatchObject({ userid: kept, reason: 'unreadable-address' });
  const { circumstances } = await staff.perform(explainPipelineAlert, { alertid: alert?.id ?? '' });
  expect(circumstances.mailbox).toEqual({ other: null });
});

test('an invitation is brought to the one form unless the network has one to that mailbox', async () => {
  const invite = async (touser: string, stored: string) => {
    const { owner } = await newCompany(portal);
    const { inviteid } = await owner.visitor.perform(newInvite, { touser });
    await rowsOf(portal, sql`update connection set to_email = ${stored} where id = ${inviteid}`);
    return { owner, inviteid };
  };
  const alone = await invite(`${newId()}@example.com`, 'Karl@Müller.example');
  const doubled = await invite(`${newId()}@example.com`, 'karl@müller.example');
  await doubled.owner.visitor.perform(newInvite, { touser: 'karl@müller.example' });
  for (const each of networkAddressSweeps) await runSweep(portal, each);
  const stored = async (id: string) =>
    (
      await portal.db
        .selectFrom('connection')
        .select('to_email')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).to_email;
  expect(await stored(alone.inviteid)).toBe('karl@xn--mller-kva.example');
  expect(await stored(doubled.inviteid)).toBe('karl@müller.example');
});
