import { beforeEach, expect, test } from 'vitest';
import {
  getUndo,
  listPasskeys,
  makeRecoveryCodes,
  manageTwoStep,
  removePasskey,
  saveIdentityDetails,
  setAccountActive,
  undoChange,
  updatePassword,
} from '#modules/identity/index.ts';
import { MINUTE, newId } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newPerson, type Registered } from '#test/factories/people.ts';
import { addMethod, newAddress, newNumber, refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/** What is deleted of a person is deleted of nobody else, and nothing beside it. */

const portal = await testPortal();

/** How many rows an account has in the tables whose rows are deleted one by one. */
async function countRows({ accountId }: Registered): Promise<Record<string, number>> {
  const tables = ['contact_method', 'passkey', 'recovery_code', 'name_alias', 'previous_address'];
  const counts = tables.map(
    (table) => `(select count(*)::int from ${table} where account_id = $1) as ${table}`,
  );
  const { rows } = await portal.pool.query(`select ${counts.join(', ')}`, [accountId]);
  return rows[0];
}

const address = { address1: '1 Old St', city: 'Dallas', state: 'TX', postalcode: '75201' };

/** A person with two of everything. */
async function newFullPerson(): Promise<Registered & { methods: string[] }> {
  const person = await newPerson(portal);
  const methods = [await addMethod(portal, person, 'EMAIL', newAddress())];
  portal.clock.advance(MINUTE);
  methods.push(await addMethod(portal, person, 'SMS', newNumber()));
  for (let at = 0; at < 2; at += 1)
    await portal.db
      .insertInto('passkey')
      .values({
        id: newId(),
        account_id: person.accountId,
        credential_id: newId(),
        public_key: Buffer.from('key'),
        counter: 0,
        host: 'localhost',
        name: 'Laptop',
        created_at: portal.clock.now(),
      })
      .execute();
  await portal.work('test.details', (work) =>
    saveIdentityDetails(work, person.accountId, {
      aliases: [
        { firstname: 'Dana', lastname: 'Reyes' },
        { firstname: 'Dana', lastname: 'Ruiz' },
      ],
      previous_addresses: [address, { ...address, address1: '2 Old St' }],
    }),
  );
  return { ...person, methods };
}

const full = { contact_method: 2, passkey: 2, recovery_code: 10, name_alias: 2, previous_address: 2 };

async function undoToken({ emailaddress }: Registered): Promise<string> {
  await portal.runJobs();
  const links = (await listOutbox(portal.db, { to: emailaddress })).flatMap((mail) => mail.links);
  return links.find((link) => link.includes('/undo/'))?.split('/undo/')[1] ?? '';
}

type Full = Awaited<ReturnType<typeof newFullPerson>>;
let person: Full;
let other: Full;
beforeEach(async () => {
  [person, other] = [await newFullPerson(), await newFullPerson()];
});

const acts: [what: string, act: () => Promise<unknown>, left: Partial<typeof full>][] = [
  [
    'a method is removed',
    () => person.visitor.perform(manageTwoStep, { removemethod: { id: person.methods[0] ?? '' } }),
    { contact_method: 1 },
  ],
  [
    'a method is copied to the profile',
    () => person.visitor.perform(manageTwoStep, { copytoprofile: { id: person.methods[1] ?? '' } }),
    { contact_method: 1 },
  ],
  [
    'a passkey is removed',
    async () => {
      const { passkeys } = await person.visitor.perform(listPasskeys, {});
      await person.visitor.perform(removePasskey, { id: passkeys[0]?.id ?? '' });
    },
    { passkey: 1 },
  ],
  ['new recovery codes are made', () => person.visitor.perform(makeRecoveryCodes, {}), {}],
  [
    'names and addresses are given anew',
    () =>
      portal.work('test.details', (work) =>
        saveIdentityDetails(work, person.accountId, { aliases: [], previous_addresses: [address] }),
      ),
    { name_alias: 0, previous_address: 1 },
  ],
  [
    'a change is undone',
    async () => {
      await person.visitor.perform(updatePassword, { newpassword: 'velvet-Harbour-4711' });
      await portal.visitor().perform(undoChange, { token: await undoToken(person) });
    },
    {},
  ],
];

test.each(acts)('nothing but that is gone when %s', async (_what, act, left) => {
  expect(await countRows(person)).toEqual(full);
  await act();
  expect(await countRows(person)).toEqual({ ...full, ...left });
  expect(await countRows(other)).toEqual(full);
});

test('a change of an account that is closed is undone no more', async () => {
  await person.visitor.perform(updatePassword, { newpassword: 'velvet-Harbour-4711' });
  const token = await undoToken(person);
  expect(await portal.visitor().perform(getUndo, { token })).toMatchObject({ change: 'password' });
  await portal.work('test.close', (work) => setAccountActive(work, person.accountId, false));
  expect((await refusalOf(portal.visitor().perform(getUndo, { token }))).code).toBe('identity.undo-over');
});
