import { expect, test } from 'vitest';
import { listBulkInvitations, startBulk } from '#modules/network/index.ts';
import { DAY, newId, toJson } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { check, readBulk, upload } from '#test/factories/bulk.ts';
import { newCompany } from '#test/factories/network.ts';
import { giveSession } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** What is kept of files, and what happens when their rows are deleted (D132). */

const portal = await testPortal();
portal.clock.stop();

test('what the daily limit does not let through before a file is deleted is said before, and told at its end', async () => {
  const { owner, companyId } = await newCompany(portal);
  const { bulkid } = await check(
    owner.visitor,
    'email\na@late.example\nb@late.example\nc@late.example\nd@late.example\n',
  );
  const { sendable } = await readBulk(owner.visitor, bulkid);
  expect(sendable).toBe(31_000);
  const today = portal.clock.now().toISOString().slice(0, 10);
  await portal.db.insertInto('bulk_day').values({ company_id: companyId, day: today, rows: 997 }).execute();
  expect((await readBulk(owner.visitor, bulkid)).sendable).toBe(30_003);
  await owner.visitor.perform(startBulk, { bulkid });
  await portal.runJobs();
  portal.clock.advance(30 * DAY);
  await portal.runSchedule('network.bulk-files');
  await portal.runJobs();
  await giveSession(owner.visitor, owner.emailaddress);
  const { bulk, sendable: none } = await readBulk(owner.visitor, bulkid);
  expect([bulk, none]).toMatchObject([{ state: 'cancelled', sent: 3, handled: 3, rows: 4 }, null]);
  const [mail] = await listOutbox(portal.db, { to: owner.emailaddress });
  expect(mail?.subject).toBe('3 invitations sent');
  expect(mail?.text).toContain('Not handled: 1 row. Upload the file again to send the rest');
});

test('the history has every file, page by page', async () => {
  const { owner } = await newCompany(portal);
  const id = await upload(owner.visitor, 'email\na@first.example\n', 'first.csv');
  const first = await portal.db
    .selectFrom('bulk_invitation')
    .select([
      'company_id',
      'made_by_account_id',
      'made_at',
      'file_bytes',
      'row_count',
      'column_count',
      'source',
    ])
    .select(['garbled', 'has_header', 'column_kinds'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const later = Array.from({ length: 20 }, (_, at) => ({
    ...first,
    id: newId(),
    source: toJson(first.source),
    file_name: `later ${at + 1}.csv`,
    made_at: new Date(first.made_at.getTime() + at + 1),
  }));
  await portal.db.insertInto('bulk_invitation').values(later).execute();
  const namesOn = async (page: number) => {
    const { bulks, total } = await owner.visitor.perform(listBulkInvitations, { page });
    return [total, bulks.length, bulks[0]?.file_name];
  };
  expect(await namesOn(1)).toEqual([21, 20, 'later 20.csv']);
  expect(await namesOn(2)).toEqual([21, 1, 'first.csv']);
  expect(await namesOn(3)).toEqual([21, 1, 'first.csv']);
});
