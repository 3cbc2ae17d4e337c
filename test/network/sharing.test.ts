import { PDFDocument } from '@cantoo/pdf-lib';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { listSeen, savePreferences, setAccountActive } from '#modules/identity/index.ts';
import {
  getShareLink,
  getSharingObstacle,
  listShareLinks,
  makeShareLink,
  readShareBadge,
  revokeShareLink,
  shareShieldId,
  viewSharedScore,
} from '#modules/network/index.ts';
import { networkLimits } from '#modules/network/limits.ts';
import { DAY, HOUR, type InputOf, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered, signIn } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (refusal: { code: string }) => refusal.code,
  );

async function linkOf(
  person: Registered,
  days: InputOf<typeof makeShareLink>['days'] = '14',
  label = 'Gate',
) {
  const owner = await signIn(portal, person);
  const { linkid } = await owner.perform(makeShareLink, { label, days });
  const { url } = await owner.perform(getShareLink, { linkid });
  return { linkid, url, code: url.split('/s/')[1] ?? '' };
}

const view = (code: string, counted = true) => portal.visitor().perform(viewSharedScore, { code, counted });
const blankOf = async (code: string) => (await view(code)).blank;
const viewsOf = async (person: Registered) =>
  (await (await signIn(portal, person)).perform(listSeen, {})).seen.filter(({ kind }) => kind === 'link');
const prefer = (person: Registered, wanted: Parameters<typeof savePreferences>[2]) =>
  portal.work('test.preferences', (work) => savePreferences(work, person.accountId, wanted));

test('a link shows name, score and validity to whoever has it, and nothing else', async () => {
  const person = await newScoredPerson(portal, { score: 'IC02', firstname: 'Lena', lastname: 'Ortiz' });
  const { code } = await linkOf(person);
  expect(code).toMatch(/^[\w-]{22}$/);
  const { shown, blank } = await view(code);
  expect(blank).toBeNull();
  expect(Object.keys(shown ?? {}).sort()).toEqual([
    'as_of',
    'current_expiration',
    'firstname',
    'lastname',
    'shieldscore',
  ]);
  expect(shown).toMatchObject({ firstname: 'Lena', lastname: 'Ortiz', shieldscore: 'IC02' });
  expect(await refusalOf(view(`${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`))).toBe('not-found');
  const { rows } = await portal.pool.query('select * from share_link where account_id = $1', [
    person.accountId,
  ]);
  expect(JSON.stringify(rows)).not.toContain(code);
});

test('it shows nothing while sharing is off, after the term, once revoked, and without a valid score', async () => {
  const person = await newScoredPerson(portal, { days: 20 });
  const { code, linkid } = await linkOf(person, '30');
  const switches = ['network_sharing_master', 'network_searchresults'] as const;
  for (const each of switches) {
    await prefer(person, { [each]: false });
    expect(await blankOf(code)).toBe('off');
    await prefer(person, { [each]: true });
    expect(await blankOf(code)).toBeNull();
  }
  portal.clock.advance(21 * DAY);
  expect(await blankOf(code)).toBe('unavailable');
  portal.clock.advance(9 * DAY);
  expect(await blankOf(code)).toBe('expired');
  await (await signIn(portal, person)).perform(revokeShareLink, { linkid });
  expect(await blankOf(code)).toBe('off');
});

test('the link shows the score of the moment, and nothing while there is none', async () => {
  const person = await newScoredPerson(portal, { score: 'IC01' });
  const { code } = await linkOf(person, '90');
  expect((await view(code)).shown?.shieldscore).toBe('IC01');
  await portal.pool.query(
    `update shield_score set ended_at = $2 where account_id = $1 and ended_at is null`,
    [person.accountId, portal.clock.now()],
  );
  expect(await blankOf(code)).toBe('unavailable');
  await giveScore(portal, person.accountId, { score: 'IC03' });
  expect((await view(code)).shown?.shieldscore).toBe('IC03');
});

test('a view is listed once a day for each browser, without who it was; HEAD and the owner are none', async () => {
  const person = await newScoredPerson(portal);
  const { code, linkid } = await linkOf(person, '90', 'Riverside');
  await view(code, false);
  await (await signIn(portal, person)).perform(viewSharedScore, { code, counted: true });
  expect(await viewsOf(person)).toEqual([]);
  await view(code);
  await view(code);
  expect(await viewsOf(person)).toMatchObject([{ viewer_name: 'Someone with your link: Riverside' }]);
  await portal.visitor({ address: '203.0.113.77' }).perform(viewSharedScore, { code, counted: true });
  expect(await viewsOf(person)).toHaveLength(2);
  portal.clock.advance(25 * HOUR);
  await view(code);
  const { links } = await (await signIn(portal, person)).perform(listShareLinks, {});
  expect(links.find((link) => link.linkid === linkid)).toMatchObject({ views: 3, state: 'working' });
  // Neither the address nor the browser is stored.
  const { rows } = await portal.pool.query('select * from access_entry where share_link_id = $1', [linkid]);
  expect(JSON.stringify(rows)).not.toContain('203.0.113.77');
});

test('sharing needs a ShieldID and both switches', async () => {
  const none = await newPersonWithoutTwoStep(portal);
  const asked = { emailaddress: 'boss@example.com' };
  expect(await none.visitor.perform(getSharingObstacle, {})).toEqual({ obstacle: 'no-score' });
  expect(await refusalOf(none.visitor.perform(shareShieldId, asked))).toBe('network.share-no-score');
  const hidden = await newScoredPerson(portal, { searchable: false });
  const owner = await signIn(portal, hidden);
  expect(await owner.perform(getSharingObstacle, {})).toEqual({ obstacle: 'sharing-off' });
  expect(await refusalOf(owner.perform(shareShieldId, asked))).toBe('network.share-off');
  await prefer(hidden, { network_searchresults: true });
  expect(await owner.perform(getSharingObstacle, {})).toEqual({ obstacle: null });
  await prefer(hidden, { network_sharing_master: false });
  expect(await owner.perform(getSharingObstacle, {})).toEqual({ obstacle: 'sharing-off' });
  expect(await refusalOf(owner.perform(makeShareLink, { days: '7' }))).toBe('network.share-off');
  const { rows } = await portal.pool.query('select 1 from share_link where account_id = any($1)', [
    [none.accountId, hidden.accountId],
  ]);
  expect(rows).toEqual([]);
});

test('by email: a link without the score in the mail, for fourteen days', async () => {
  const person = await newScoredPerson(portal, { score: 'IC04', firstname: 'Noor', lastname: 'Vance' });
  const owner = await signIn(portal, person);
  const to = 'site.lead@example.com';
  await owner.perform(shareShieldId, { emailaddress: to });
  await portal.runJobs();
  const [mail] = await listOutbox(portal.db, { to });
  expect(mail?.subject).toBe('Noor Vance shared a ShieldScore with you');
  expect(`${mail?.text}${mail?.html}`).not.toContain('IC04');
  expect(`${mail?.text}${mail?.html}`).not.toContain(person.shieldId);
  const code = mail?.links.find((link) => link.includes('/s/'))?.split('/s/')[1] ?? '';
  expect((await view(code)).shown?.shieldscore).toBe('IC04');
  portal.clock.advance(14 * DAY);
  expect(await blankOf(code)).toBe('expired');
});

test.each([
  ['nobody@nowhere', 'network.invalid-email'],
  ['no address', 'network.invalid-email'],
])('refuses %s', async (emailaddress, code) => {
  const owner = await signIn(portal, await newScoredPerson(portal));
  expect(await refusalOf(owner.perform(shareShieldId, { emailaddress }))).toBe(code);
});

test('refuses one’s own address, mails twenty a day, and tells nobody who wants no mail', async () => {
  const person = await newScoredPerson(portal);
  const owner = await signIn(portal, person);
  const own = owner.perform(shareShieldId, { emailaddress: person.emailaddress.toUpperCase() });
  expect(await refusalOf(own)).toBe('network.own-id');
  const quiet = await newPersonWithoutTwoStep(portal);
  await prefer(quiet, { criticalemails: false });
  await owner.perform(shareShieldId, { emailaddress: quiet.emailaddress });
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: quiet.emailaddress });
  expect(mails.filter(({ subject }) => subject?.includes('shared a ShieldScore'))).toEqual([]);
  const answers = [];
  for (let at = 0; at < 20; at += 1) {
    answers.push(await refusalOf(owner.perform(shareShieldId, { emailaddress: `reader${at}@example.com` })));
  }
  expect(answers.at(-1)).toBe('throttled');
});

test('a link that was revoked before its mail went out is not mailed', async () => {
  const owner = await signIn(portal, await newScoredPerson(portal));
  const { linkid } = await owner.perform(shareShieldId, { emailaddress: 'late@example.com' });
  await owner.perform(revokeShareLink, { linkid });
  await portal.runJobs();
  expect(await listOutbox(portal.db, { to: 'late@example.com' })).toEqual([]);
});

test('a link of an account that was closed is not mailed, and shows nothing', async () => {
  const person = await newScoredPerson(portal);
  const { code } = await linkOf(person);
  const owner = await signIn(portal, person);
  await owner.perform(shareShieldId, { emailaddress: 'closed@example.com' });
  await portal.work('test.close', (work) => setAccountActive(work, person.accountId, false));
  await portal.runJobs();
  expect(await listOutbox(portal.db, { to: 'closed@example.com' })).toEqual([]);
  expect(await blankOf(code)).toBe('off');
});

test('the page lists the newest two hundred links', async () => {
  const person = await newScoredPerson(portal);
  await sql`insert into share_link (id, account_id, kind, label, code_sealed, code_hash, created_at, expires_at)
    select gen_random_uuid(), ${person.accountId}, 'link', n::text, ${someSealed}, 'link ' || n || ${person.accountId},
      ${portal.clock.now()}::timestamptz - make_interval(mins => n), ${portal.clock.now()}::timestamptz + interval '1 day'
    from generate_series(1, 201) n`.execute(portal.db);
  const { links } = await (await signIn(portal, person)).perform(listShareLinks, {});
  expect(links.map(({ label }) => label)).toEqual(Array.from({ length: 200 }, (_, at) => String(at + 1)));
});

test('links made at the same time do not pass the limit together', async () => {
  const person = await newScoredPerson(portal);
  const owner = await signIn(portal, person);
  const most = networkLimits['share.working-links'];
  const answers = await Promise.all(
    Array.from({ length: most + 5 }, () => refusalOf(owner.perform(makeShareLink, { days: '1' }))),
  );
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(most);
  expect(answers.filter((answer) => answer === 'network.share-too-many')).toHaveLength(5);
});

test('nobody else reads or ends a link', async () => {
  const { linkid, code } = await linkOf(await newScoredPerson(portal));
  const stranger = await signIn(portal, await newScoredPerson(portal));
  expect(await refusalOf(stranger.perform(getShareLink, { linkid }))).toBe('not-found');
  expect(await refusalOf(stranger.perform(readShareBadge, { linkid, format: 'pdf' }))).toBe('not-found');
  expect(await refusalOf(stranger.perform(revokeShareLink, { linkid }))).toBe('not-found');
  expect(await blankOf(code)).toBeNull();
});

test('the badge’s QR code leads to the link, and the card has the size of an ID card', async () => {
  const person = await newScoredPerson(portal, {
    firstname: 'Żofia',
    lastname: 'Very-Long-Surname-Of-Somebody',
  });
  const { linkid, url } = await linkOf(person);
  const owner = await signIn(portal, person);
  const { file } = await owner.perform(readShareBadge, { linkid, format: 'png' });
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(url);
  const pdf = await PDFDocument.load((await owner.perform(readShareBadge, { linkid, format: 'pdf' })).file);
  expect(pdf.getPage(0).getSize()).toEqual({ width: 243, height: 153 });
  expect(pdf.getPageCount()).toBe(1);
  expect(pdf.getTitle()).toBe('ShieldScore badge');
  await owner.perform(revokeShareLink, { linkid });
  expect(await refusalOf(owner.perform(readShareBadge, { linkid, format: 'pdf' }))).toBe('not-found');
});

test('the database refuses a term of more than 90 days, and a view without its link', async () => {
  const { linkid } = await linkOf(await newScoredPerson(portal));
  const longer = portal.pool.query(
    `update share_link set expires_at = created_at + interval '91 days' where id = $1`,
    [linkid],
  );
  await expect(longer).rejects.toThrow('share_link_term_check');
  const linkless = sql`insert into access_entry (id, person_id, viewer_account_id, kind, day, first_at)
    select gen_random_uuid(), account_id, account_id, 'link', current_date, now() from share_link where id = ${linkid}`;
  await expect(linkless.execute(portal.db)).rejects.toThrow('access_entry_share_link_check');
});
