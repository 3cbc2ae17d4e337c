import { expect, test } from 'vitest';
import { getSuppression, liftAddressSuppression, listSuppressions } from '#modules/admin/index.ts';
import { suppressAddress } from '#modules/identity/index.ts';
import { newId } from '#modules/platform/index.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

test('staff see suppressed addresses with and without an account, and take one off with a reason', async () => {
  const staff = await newStaff(portal);
  const person = await newPerson(portal);
  await suppressAddress(portal, person.emailaddress, 'no-such-mailbox');
  await suppressAddress(portal, 'nobody-here@example.com', 'mailbox-disabled');
  const { suppressions } = await staff.visitor.perform(listSuppressions, {});
  expect(suppressions).toHaveLength(2);
  expect(suppressions.find(({ userid }) => userid === person.accountId)).toMatchObject({
    emailaddress: person.emailaddress,
    reason: 'the mailbox does not exist',
  });
  const { id: suppressionid } = suppressions.find(({ userid }) => userid === null) ?? { id: '' };
  const found = await staff.visitor.perform(listSuppressions, { q: 'nobody-HERE' });
  expect(found.suppressions.map(({ id }) => id)).toEqual([suppressionid]);
  expect(await staff.visitor.perform(getSuppression, { suppressionid })).toEqual({
    emailaddress: 'nobody-here@example.com',
    reason: 'the mailbox is disabled',
  });
  const lift = { suppressionid, note: 'They wrote that the mailbox works again' };
  expect((await refusalOf(staff.visitor.perform(liftAddressSuppression, { ...lift, note: 'ok' }))).code).toBe(
    'invalid-input',
  );
  await staff.visitor.perform(liftAddressSuppression, lift);
  expect((await refusalOf(staff.visitor.perform(liftAddressSuppression, lift))).code).toBe('not-found');
  expect((await refusalOf(staff.visitor.perform(getSuppression, { suppressionid: newId() }))).code).toBe(
    'not-found',
  );
  const left = await staff.visitor.perform(listSuppressions, {});
  expect(left.suppressions.map(({ userid }) => userid)).toEqual([person.accountId]);
});
