import { afterEach, expect, test } from 'vitest';
import { setLegalHold } from '#modules/admin/index.ts';
import { DAY, keepSealed, MINUTE, newId, runSweep, sql, UPLOADS } from '#modules/platform/index.ts';
import { declaredReferences } from '#modules/platform/storage/index.ts';
import { UNREFERRED_FILE_KEPT, unreferredFilesSweep } from '#modules/platform/unreferred-files.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** Files that were stored by a process that ended before the row that refers to them was written. */

const portal = await testPortal();
portal.clock.stop();

async function stored(prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of portal.storage.list(prefix)) keys.push(key);
  return keys.toSorted();
}

async function keep(key: string): Promise<string> {
  await keepSealed(portal, key, Buffer.from('a file'));
  return key;
}

const recorded = async () =>
  (await portal.db.selectFrom('stored_file').select('key').orderBy('key').execute()).map(({ key }) => key);

afterEach(async () => {
  for (const key of await stored()) await portal.storage.delete(key);
  await portal.db.deleteFrom('stored_file').execute();
});

test('are deleted after two days; what a row refers to, what is new, held, or kept without a row stays', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const held = await newPersonWithoutTwoStep(portal);
  const staff = await newStaff(portal);
  await staff.visitor.perform(setLegalHold, {
    userid: held.accountId,
    reason: 'A subpoena of the county court',
  });

  const lost = await keep(`disputes/${newId()}.sealed`);
  const photo = await keep(`photos/${newId()}.jpg`);
  await portal.db
    .updateTable('account')
    .set({ profile_image_key: photo })
    .where('id', '=', person.accountId)
    .execute();
  const ofHeld = await keep(`applications/${held.accountId}/${newId()}.sealed`);
  const logo = await keep('logos/former.png');
  const upload = await keep(`${UPLOADS}photos/${person.accountId}`);
  expect(await recorded()).toEqual([ofHeld, lost, photo].toSorted());

  portal.clock.advance(UNREFERRED_FILE_KEPT - MINUTE);
  const again = await keep(`reports/${newId()}/0f.sealed`);
  expect(await runSweep(portal, unreferredFilesSweep)).toEqual({ handled: 0, changed: 0 });
  portal.clock.advance(MINUTE);
  expect(await runSweep(portal, unreferredFilesSweep)).toEqual({ handled: 3, changed: 1 });
  expect(await stored()).toEqual([again, logo, ofHeld, photo, upload].toSorted());
  expect(await recorded()).toEqual([again, ofHeld].toSorted());
});

test('are left alone if they were stored again since they were listed', async () => {
  const key = await keep(`bulk/${newId()}.sealed`);
  portal.clock.advance(3 * DAY);
  await portal.work('test.sweep', async (work) => {
    expect(await unreferredFilesSweep.keys(work, null, 100)).toContain(key);
  });
  await keep(key);
  await portal.work('test.sweep', async (work) => {
    expect(await unreferredFilesSweep.run(work, [key])).toBe(0);
  });
  expect(await stored('bulk/')).toEqual([key]);
});

/** Columns whose names end like those with keys of files, and hold something else. */
const otherKeys = /(^|_)(step|idempotency|publishable|public|api|lookup)_key$/;

test('each column with keys of files is declared, because a file that none refers to is deleted', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying') and column_name ~ '_(key|path)$'
    order by 1, 2`.execute(portal.db);
  const files = rows.filter(({ column }) => !otherKeys.test(column) && column !== 'branding_logo_path');
  expect(declaredReferences.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    files.map(({ table, column }) => `${table}.${column}`),
  );
});
