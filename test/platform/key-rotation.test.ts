import { expect, test } from 'vitest';
import { getAdminNotes, saveAdminNote } from '#modules/admin/index.ts';
import { askSupport, saveCompanyProfile } from '#modules/enterprise/index.ts';
import {
  askExport,
  askLimitByAddress,
  saveIdentityDetails,
  updatePassword,
} from '#modules/identity/index.ts';
import { newInvite } from '#modules/network/index.ts';
import {
  declaredSealedColumns,
  KeyRing,
  readSealed,
  rotationSweeps,
  runSweep,
  sql,
} from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff, PASSWORD } from '#test/factories/people.ts';
import { addApp } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const { active, keys } = portal.config.keyRing;
const newKey = { second: Buffer.alloc(32, 9).toString('base64') };
const ringOf = (ring: Record<string, string>) =>
  new KeyRing({
    active: 'second',
    keys: ring,
    lookupKey: portal.config.lookupKey,
    signingKey: portal.config.signingKey,
  });

/** Every encrypted value of a column, by the key of its row. */
async function valuesOf({ statements }: (typeof declaredSealedColumns)[number]) {
  return portal.work('test.read', async (work) => {
    const rows = await work.rows(statements.next('none', null, 1_000));
    return work.rows(statements.lock(rows.map(({ key }) => key)));
  });
}

test('everything that is sealed is encrypted under the new key, with the values as they were, also by a rotation that was stopped', async () => {
  const staff = await newStaff(portal);
  const person = await newPerson(portal);
  const { visitor, accountId } = person;
  await portal.work('test.save', (work) => saveIdentityDetails(work, accountId, { ssn: '900-00-0002' }));
  await addApp(portal, person);
  await visitor.perform(updatePassword, { currentpassword: PASSWORD, newpassword: 'velvet-Harbour-4711' });
  await staff.visitor.perform(saveAdminNote, { userid: accountId, note: 'Called about the check' });
  const { owner } = await newCompany(portal);
  await owner.visitor.perform(newInvite, { touser: 'guest@example.com' });
  await owner.visitor.perform(saveCompanyProfile, { tax_id: '12-3456789' });
  await visitor.perform(askExport, { currentpassword: 'velvet-Harbour-4711' });
  await portal.runJobs();
  await portal.visitor().perform(askLimitByAddress, {
    name: 'Nina Novak',
    emailaddress: 'nina@example.com',
    message: 'Please limit it.',
  });
  await portal.visitor().perform(askSupport, {
    name: 'Nina Novak',
    emailaddress: 'nina@example.com',
    message: 'How do I log in?',
  });

  const before = await Promise.all(declaredSealedColumns.map(valuesOf));
  const filled = declaredSealedColumns.filter((_, index) => before[index]?.length);
  expect(filled.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([
    'account.ssn_encrypted',
    'company.tax_id_sealed',
    'connection.code_sealed',
    'contact_method.secret_sealed',
    'person_key.wrapped',
    'privacy_request.message_sealed',
    'security_change.before_sealed',
    'support_request.content',
  ]);

  const rotated = ringOf({ ...newKey, ...keys });
  const services = { keys: rotated, storage: portal.storage };
  let changed = 0;
  for (const sweep of rotationSweeps(services))
    changed += (await runSweep(portal, sweep, { size: 1 })).changed;
  const values = before.flat();
  expect(changed).toBe(values.length + 1);

  const alone = ringOf(newKey);
  for (const [index, sealed] of declaredSealedColumns.entries()) {
    const after = await valuesOf(sealed);
    expect(after.map(({ key }) => key)).toEqual(before[index]?.map(({ key }) => key));
    for (const { key, sealed: value } of after) {
      const was = before[index]?.find((row) => row.key === key)?.sealed ?? '';
      const opened = alone.decryptBytes(value, sealed.place(key));
      expect(opened.equals(portal.keys.decryptBytes(was, sealed.place(key)))).toBe(true);
    }
  }
  const { rows } = await sql<{ file_key: string }>`
    select file_key from privacy_request where file_key is not null`.execute(portal.db);
  for (const { file_key } of rows) {
    const zip = await readSealed({ keys: alone, storage: portal.storage }, file_key);
    expect(zip.subarray(0, 2).toString()).toBe('PK');
  }

  for (const sweep of rotationSweeps(services)) expect((await runSweep(portal, sweep)).changed).toBe(0);
  expect(active).not.toBe(rotated.active);

  const back = new KeyRing({
    active,
    keys: { ...newKey, ...keys },
    lookupKey: portal.config.lookupKey,
    signingKey: portal.config.signingKey,
  });
  for (const sweep of rotationSweeps({ keys: back, storage: portal.storage })) {
    const stop = new AbortController();
    const first = {
      ...sweep,
      run: async (...args: Parameters<typeof sweep.run>) => {
        stop.abort();
        return sweep.run(...args);
      },
    };
    await runSweep(portal, first, { size: 1, signal: stop.signal }).catch(() => undefined);
    await runSweep(portal, sweep, { size: 1 });
  }
  for (const sealed of declaredSealedColumns) {
    for (const { sealed: value } of await valuesOf(sealed)) expect(back.isCurrent(value)).toBe(true);
  }
  const { notes } = await staff.visitor.perform(getAdminNotes, { userid: accountId });
  expect(notes).toMatchObject([{ note: 'Called about the check' }]);
});
