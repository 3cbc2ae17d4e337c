import { expect, test } from 'vitest';
import { isShieldId } from '#modules/applications/index.ts';
import {
  cancelInvite,
  checkBulk,
  controlBulk,
  deleteBulk,
  getConnection,
  ignoreInvite,
  listBulkInvitations,
  listBulkRows,
  mapBulk,
  newInvite,
  readBulkDownload,
  setBulkLimit,
  startBulk,
} from '#modules/network/index.ts';
import { BULK_UNKNOWN_SHIELDIDS } from '#modules/network/limits.ts';
import { DAY, HOUR } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { check, onlyCounted, readBulk, upload } from '#test/factories/bulk.ts';
import { newCouponCompany } from '#test/factories/coupons.ts';
import { makePdf } from '#test/factories/documents.ts';
import { newCompany } from '#test/factories/network.ts';
import { actAs, giveSession, newPerson, newStaff } from '#test/factories/people.ts';
import { compoundFile, spreadsheetSaying, xlsxOf } from '#test/factories/spreadsheets.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** Files of people to invite: read, checked, sent (D132). */

const portal = await testPortal();
portal.clock.stop();

const connectionsOf = (companyId: string) =>
  portal.db.selectFrom('connection').selectAll().where('owner_company_id', '=', companyId).execute();

test('the columns are guessed by name, by values, and as the company chose before', async () => {
  const { owner } = await newCompany(portal);
  const rows = [
    ['Contractor', 'Contact e-mail', 'First', 'Who', 'Ref'],
    ['Ortiz Framing', 'maya@ortiz.example', 'Maya', 'Ortiz', 'WA 440 218 906'],
  ];
  const bulkid = await upload(owner.visitor, await xlsxOf(rows), 'C:\\files\\crew.xlsx');
  const { bulk, columns, preview } = await readBulk(owner.visitor, bulkid);
  expect(bulk).toMatchObject({ file_name: 'crew.xlsx', rows: 1, sheet: 'People', includes_header: true });
  expect(columns.map(({ kind, guessed }) => [kind, guessed])).toEqual([
    ['businessname', 'name'],
    ['emailaddress', 'name'],
    ['firstname', 'name'],
    ['ignored', null],
    ['ignored', null],
  ]);
  expect(preview).toEqual([{ number: 2, cells: rows[1], reason: null }]);
  const chosen = ['ignored', 'emailaddress', 'firstname', 'lastname', 'ignored'] as const;
  await owner.visitor.perform(mapBulk, { bulkid, includes_header: true, columns: [...chosen] });
  const again = await readBulk(owner.visitor, await upload(owner.visitor, await xlsxOf(rows)));
  expect(again.columns.map(({ kind }) => kind)).toEqual(chosen);
  const bare = await readBulk(
    owner.visitor,
    await upload(owner.visitor, 'x,ana@a.example\ny,bo@a.example\n'),
  );
  expect(bare.bulk).toMatchObject({ rows: 2, includes_header: false });
  expect(bare.columns[1]).toMatchObject({ header: 'Column 2', kind: 'emailaddress', guessed: 'values' });
});

test('a file or mapping that cannot be used says why', async () => {
  const { owner } = await newCompany(portal);
  shows('bulk.no-records', (await refusalOf(upload(owner.visitor, 'email,first\n'))).text);
  shows('bulk.unreadable', (await refusalOf(upload(owner.visitor, Buffer.from(await makePdf())))).text);
  const textOf = async (content: string | Buffer) => (await refusalOf(upload(owner.visitor, content))).text;
  shows('bulk.no-records', await textOf(''));
  shows('bulk.old-excel', await textOf(compoundFile('Workbook')));
  shows('bulk.encrypted', await textOf(compoundFile('EncryptedPackage')));
  shows('bulk.too-complex', await textOf(await spreadsheetSaying(450_000_000)));
  shows('bulk.too-large', await textOf(`email\n${'a@b.example, \n'.repeat(750_000)}`));
  expect(await textOf(`email\n${'a@b.example\n'.repeat(100_001)}`)).toContain('It has 100,001 rows');
  expect(await textOf('email\n"a@b.example\n')).toContain('In row 2, a quotation mark opens a cell');
  const bulkid = await upload(owner.visitor, 'crew,mail 2\nOrtiz,m.ortiz\n');
  const map = (columns: ('ignored' | 'emailaddress')[]) =>
    refusalOf(owner.visitor.perform(mapBulk, { bulkid, includes_header: true, columns }));
  shows('bulk.unmapped', (await map(['ignored', 'ignored'])).text);
  shows('bulk.column-twice', (await map(['emailaddress', 'emailaddress'])).text);
  shows('bulk.columns-changed', (await map(['emailaddress'])).text);
  expect((await refusalOf(owner.visitor.perform(startBulk, { bulkid }))).code).toBe(
    'network.bulk-check-first',
  );
});

test('a dry run counts each row once, lists the rows of a count, and changes nothing', async () => {
  const { owner, companyId } = await newCompany(portal);
  const [inside, ignoring, known, optedOut] = [
    await newPerson(portal),
    await newPerson(portal),
    await newPerson(portal),
    await newPerson(portal),
  ];
  const invite = (touser: string) => owner.visitor.perform(newInvite, { touser });
  await invite(inside.emailaddress);
  const { inviteid } = await invite(ignoring.emailaddress);
  await ignoring.visitor.perform(ignoreInvite, { inviteid });
  await owner.visitor.perform(cancelInvite, { inviteid });
  await portal.db
    .updateTable('account')
    .set({ email_preference_invites: false })
    .where('id', '=', optedOut.accountId)
    .execute();
  const before = await connectionsOf(companyId);
  const emails = [
    inside.emailaddress,
    ignoring.emailaddress,
    known.emailaddress.toUpperCase(),
    optedOut.emailaddress,
    'new@example.com',
    '"New Person" <NEW@example.com>',
    owner.emailaddress,
    'nobody@nowhere',
    '',
  ];
  const file = `E-mail,Full name\n${emails.map((email) => `"${email.replaceAll('"', '""')}",Ana Ruiz`).join('\n')}\n`;
  const { bulkid, counts } = await check(owner.visitor, file);
  expect(counts).toEqual({
    invited: 1,
    ignored: 1,
    existing: 1,
    suppressed: 1,
    new: 1,
    duplicate: 1,
    own: 1,
    'bad-email': 1,
    'no-contact': 1,
  });
  expect(await connectionsOf(companyId)).toEqual(before);
  const listed = await owner.visitor.perform(listBulkRows, { bulkid, outcome: 'bad-email' });
  expect(listed).toMatchObject({
    headers: ['E-mail', 'Full name'],
    rows: [{ number: 9, cells: ['nobody@nowhere', 'Ana Ruiz'] }],
    total: 1,
  });
  const { lines } = await owner.visitor.perform(readBulkDownload, { bulkid, which: 'bad' });
  expect(lines).toContain('nobody@nowhere,Ana Ruiz,The email address isn’t valid,9\r\n');
  portal.clock.advance(HOUR);
  await giveSession(owner.visitor, owner.emailaddress);
  const late = await refusalOf(owner.visitor.perform(startBulk, { bulkid }));
  shows('bulk.check-first', late.text);
});

test('a file is sent once, with what its rows say, and who started it is told', async () => {
  const { owner, companyId } = await newCompany(portal);
  const known = await newPerson(portal);
  const file = `Email,Name,Phone,Company,Note\nana@x.example,"Ruiz, Ana",+1 (512) 555-0147,Ruiz LLC,crew A\n${known.emailaddress},Bo,,,crew B\nbroken,,,,\n`;
  const { bulkid } = await check(owner.visitor, file);
  expect(await owner.visitor.perform(startBulk, { bulkid })).toMatchObject({ queued: 2 });
  shows('bulk.started', (await refusalOf(owner.visitor.perform(startBulk, { bulkid }))).text);
  await portal.runJobs();
  const { bulk, result } = await readBulk(owner.visitor, bulkid);
  expect(bulk).toMatchObject({ state: 'done', handled: 3, sent: 2 });
  expect(onlyCounted(result ?? [])).toEqual({ new: 1, existing: 1, 'bad-email': 1 });
  const made = await connectionsOf(companyId);
  expect(
    made
      .map(({ to_email, to_firstname, to_lastname, invited_by_account_id }) => [
        to_email,
        to_firstname,
        to_lastname,
        invited_by_account_id,
      ])
      .sort(),
  ).toEqual(
    [
      ['ana@x.example', 'Ana', 'Ruiz', owner.accountId],
      [known.emailaddress, 'Bo', '', owner.accountId],
    ].sort(),
  );
  const ids = made.map(({ id }) => id);
  expect(
    await portal.db
      .selectFrom('invitation_detail')
      .select(['mobile', 'business_name', 'note'])
      .where('connection_id', 'in', ids)
      .orderBy('note')
      .execute(),
  ).toEqual([
    { mobile: '5125550147', business_name: 'Ruiz LLC', note: 'crew A' },
    { mobile: null, business_name: null, note: 'crew B' },
  ]);
  const connectionid = made.find(({ account_id }) => account_id === known.accountId)?.id ?? '';
  const { fromfile } = await owner.visitor.perform(getConnection, { connectionid });
  expect(fromfile).toEqual({ mobile: null, businessname: null, note: 'crew B' });
  await portal.pool.query('update connection set accepted_at = now(), removed_at = now() where id = $1', [
    connectionid,
  ]);
  const left = await portal.db
    .selectFrom('invitation_detail')
    .select('note')
    .where('connection_id', '=', connectionid)
    .execute();
  expect(left).toEqual([]);
  expect(await listOutbox(portal.db, { to: 'ana@x.example' })).toHaveLength(1);
  const [told] = await listOutbox(portal.db, { to: owner.emailaddress });
  expect(told?.subject).toBe('2 invitations sent');
  const { bulks } = await owner.visitor.perform(listBulkInvitations, {});
  expect(bulks).toMatchObject([{ id: bulkid, state: 'done', sent: 2, rows: 3 }]);
});

test('coupons are sent after the most that they can cost was confirmed, and not by staff', async () => {
  const { owner, companyId, typeId } = await newCouponCompany({ portal }, { type: 'flat', amount: 25 }, null);
  const staff = await newStaff(portal);
  const bulkid = await upload(owner.visitor, 'email\na@coupon.example\nb@coupon.example\n');
  const mapping = {
    bulkid,
    includes_header: true,
    columns: ['emailaddress' as const],
    purchase_coupon: typeId,
  };
  const byStaff = staff.visitor.perform(mapBulk, { ...mapping, companyid: companyId });
  expect((await refusalOf(byStaff)).code).toBe('network.coupon-not-allowed');
  await owner.visitor.perform(mapBulk, mapping);
  await owner.visitor.perform(checkBulk, { bulkid });
  const { check: checked } = await readBulk(owner.visitor, bulkid);
  expect(checked?.coupon_most).toBe(5000);
  const blind = await refusalOf(owner.visitor.perform(startBulk, { bulkid, coupon_most: 2500 }));
  shows('bulk.confirm-most', blind.text);
  await owner.visitor.perform(startBulk, { bulkid, coupon_most: 5000 });
  await portal.runJobs();
  expect((await connectionsOf(companyId)).filter(({ coupon_id }) => coupon_id !== null)).toHaveLength(2);
});

test('nothing is sent where nobody can be invited', async () => {
  const { owner } = await newCompany(portal);
  const { bulkid } = await check(owner.visitor, 'email\nnobody@nowhere\n');
  shows('bulk.nobody', (await refusalOf(owner.visitor.perform(startBulk, { bulkid }))).text);
});

test('a file that was never sent can be deleted with its rows, by its company alone', async () => {
  const { owner } = await newCompany(portal);
  const { owner: other } = await newCompany(portal);
  const { bulkid } = await check(owner.visitor, 'email\na@delete.example\n');
  const { rows_key: key } = await portal.db
    .selectFrom('bulk_invitation')
    .select('rows_key')
    .where('id', '=', bulkid)
    .executeTakeFirstOrThrow();
  const remove = (visitor: typeof owner.visitor, id: string) => visitor.perform(deleteBulk, { bulkid: id });
  expect((await refusalOf(remove(other.visitor, bulkid))).code).toBe('not-found');
  await remove(owner.visitor, bulkid);
  await portal.runJobs();
  await expect(portal.storage.get(key ?? '')).rejects.toThrow();
  expect(await owner.visitor.perform(listBulkInvitations, {})).toMatchObject({ bulks: [] });
  const sent = await check(owner.visitor, 'email\nb@delete.example\n');
  await owner.visitor.perform(startBulk, { bulkid: sent.bulkid });
  expect((await refusalOf(remove(owner.visitor, sent.bulkid))).code).toBe('network.bulk-started');
});

test('pausing, continuing and stopping between batches', async () => {
  const { owner, companyId } = await newCompany(portal);
  const { bulkid } = await check(owner.visitor, 'email\na@p.example\nb@p.example\n');
  const control = (action: 'pause' | 'continue' | 'cancel') =>
    owner.visitor.perform(controlBulk, { bulkid, action });
  shows('bulk.not-sending', (await refusalOf(control('pause'))).text);
  await owner.visitor.perform(startBulk, { bulkid });
  await control('pause');
  await portal.runJobs();
  expect(await connectionsOf(companyId)).toEqual([]);
  await control('continue');
  await portal.runJobs();
  expect(await connectionsOf(companyId)).toHaveLength(2);
  expect((await refusalOf(control('cancel'))).code).toBe('network.bulk-not-sending');
});

test('staff who act as a member of the team send nothing; they may pause and stop', async () => {
  const company = await newCompany(portal);
  const { visitor } = company.owner;
  const { bulkid } = await check(visitor, 'email\na@p.example\n');
  const staff = await actAs(portal, company.owner);
  const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
  const rows = { dryrun: 'NO', invite_data: [['a@p.example']], column_map: { 0: 'emailaddress' } };
  expect(await codeOf(staff.perform(startBulk, { bulkid }))).toBe('not-in-admin-session');
  const sent = await staff.call('POST', '/network/sendinvites', rows);
  expect(sent.status).toBe(403);
  await visitor.perform(startBulk, { bulkid });
  await staff.perform(controlBulk, { bulkid, action: 'pause' });
  expect(await codeOf(staff.perform(controlBulk, { bulkid, action: 'continue' }))).toBe(
    'not-in-admin-session',
  );
  await staff.perform(controlBulk, { bulkid, action: 'cancel' });
  await portal.runJobs();
  expect(await connectionsOf(company.companyId)).toEqual([]);
});

test('what is over the limit of a day goes on the next day, and staff raise the limit', async () => {
  const { owner, companyId } = await newCompany(portal);
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `p${from + at}@limit.example\n`).join('');
  await portal.db
    .insertInto('bulk_day')
    .values({ company_id: companyId, day: portal.clock.now().toISOString().slice(0, 10), rows: 998 })
    .execute();
  const { bulkid } = await check(owner.visitor, `email\n${rows(0, 4)}`);
  await owner.visitor.perform(startBulk, { bulkid });
  await portal.runJobs();
  const paused = await readBulk(owner.visitor, bulkid);
  expect(paused.bulk).toMatchObject({ state: 'paused', pause_reason: 'daily-limit', sent: 2 });
  expect(paused.daily).toEqual({ limit: 1000, left: 0 });
  portal.clock.advance(DAY);
  await giveSession(owner.visitor, owner.emailaddress);
  await portal.runSchedule('network.bulk-resumes');
  await portal.runJobs();
  expect((await readBulk(owner.visitor, bulkid)).bulk).toMatchObject({ state: 'done', sent: 4 });
  const staff = await newStaff(portal);
  await staff.visitor.perform(setBulkLimit, { companyid: companyId, daily_rows: 5000 });
  expect((await readBulk(owner.visitor, bulkid)).daily).toEqual({ limit: 5000, left: 4998 });
});

test('staff send for a company in its owner’s name, and files are deleted after 30 days', async () => {
  const { owner, companyId } = await newCompany(portal);
  const { owner: other } = await newCompany(portal);
  const staff = await newStaff(portal);
  const bulkid = await upload(owner.visitor, 'email\na@staff.example\n');
  const about = { bulkid, companyid: companyId };
  expect((await refusalOf(other.visitor.perform(checkBulk, { bulkid }))).code).toBe('not-found');
  await staff.visitor.perform(checkBulk, about);
  await staff.visitor.perform(startBulk, about);
  await portal.runJobs();
  expect(await connectionsOf(companyId)).toMatchObject([
    { to_email: 'a@staff.example', invited_by_account_id: owner.accountId },
  ]);
  portal.clock.advance(30 * DAY);
  await giveSession(owner.visitor, owner.emailaddress);
  await portal.runSchedule('network.bulk-files');
  await portal.runJobs();
  expect((await readBulk(owner.visitor, bulkid)).bulk).toMatchObject({
    state: 'done',
    kept_until: null,
    sent: 1,
  });
  const gone = await refusalOf(owner.visitor.perform(listBulkRows, { bulkid, outcome: 'new' }));
  shows('bulk.file-gone', gone.text);
});

test('a file that tries which ShieldIDs exist is not counted, also if its rows have addresses', async () => {
  const { owner } = await newCompany(portal);
  const guesses = (count: number) =>
    Array.from({ length: 11 * count }, (_, at) => `TX${100_000_000 + at}`)
      .filter(isShieldId)
      .slice(0, count)
      .map((shieldId, at) => `${shieldId},guess${at}@guess.example`);
  const fileWith = (count: number) => ['ShieldID,Email', ...guesses(count)].join('\n');
  const refused = await refusalOf(check(owner.visitor, fileWith(BULK_UNKNOWN_SHIELDIDS + 1)));
  expect(refused.code).toBe('network.bulk-unknown-ids');
  shows('bulk.unknown-ids', refused.text);
  const { counts } = await check(owner.visitor, fileWith(BULK_UNKNOWN_SHIELDIDS));
  expect(counts).toEqual({ new: BULK_UNKNOWN_SHIELDIDS });
});
