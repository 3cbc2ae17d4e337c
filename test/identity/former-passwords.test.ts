import { expect, test } from 'vitest';
import {
  forgotNewPassword,
  forgotPassword,
  forgotPasswordVerify,
  updatePassword,
} from '#modules/identity/index.ts';
import { newestCode, newPerson, PASSWORD, type Registered } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** A new password is not the current one nor any of the last five (D122). */

const portal = await testPortal();

const passwords = Array.from({ length: 6 }, (_, at) => `velvet-Harbour-471${at}`);

const change = ({ visitor }: Registered, newpassword: string) =>
  visitor.perform(updatePassword, { newpassword });

async function hashesOf({ accountId }: Registered): Promise<string[]> {
  const { rows } = await portal.pool.query(
    'select password_hash from former_password where account_id = $1 order by replaced_at, id',
    [accountId],
  );
  return rows.map(({ password_hash }) => password_hash);
}

// Takes long: each password is compared with up to six hashes, which are slow on purpose.
test('the current one and the last five are refused, the one before them is accepted, and five are kept', async () => {
  const person = await newPerson(portal);
  const refused = async (password: string) => (await refusalOf(change(person, password))).code;
  expect(await refused(PASSWORD)).toBe('identity.password-used');
  for (const password of passwords.slice(0, 5)) await change(person, password);
  const oldest = await refusalOf(change(person, PASSWORD));
  expect(oldest).toMatchObject({ code: 'identity.password-used', options: { field: 'newpassword' } });
  shows('password.used', oldest.text);
  expect(await refused(passwords[4] ?? '')).toBe('identity.password-used');
  const [first, ...others] = await hashesOf(person);
  expect([first, ...others]).toHaveLength(5);
  await change(person, passwords[5] ?? '');
  const kept = await hashesOf(person);
  expect(kept).toHaveLength(5);
  expect(kept.slice(0, 4)).toEqual(others);
  await change(person, PASSWORD);
});

test('a recovery refuses them too, keeps its grant, and counts what it replaces', async () => {
  const person = await newPerson(portal);
  const { emailaddress } = person;
  const visitor = portal.visitor();
  await visitor.perform(forgotPassword, { emailaddress });
  await visitor.perform(forgotPasswordVerify, { code: await newestCode(portal, emailaddress) });
  const refusal = await refusalOf(visitor.perform(forgotNewPassword, { password: PASSWORD }));
  expect(refusal).toMatchObject({ code: 'identity.password-used', options: { field: 'password' } });
  await visitor.perform(forgotNewPassword, { password: passwords[0] ?? '' });
  expect(await hashesOf(person)).toHaveLength(1);
});

test('another account may have the same password, and a refused change keeps nothing', async () => {
  const [person, other] = [await newPerson(portal), await newPerson(portal)];
  await change(other, passwords[0] ?? '');
  await change(person, passwords[0] ?? '');
  await refusalOf(change(person, PASSWORD));
  await refusalOf(change(person, 'password1'));
  expect(await hashesOf(person)).toHaveLength(1);
});
