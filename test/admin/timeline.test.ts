import { expect, test } from 'vitest';
import {
  adjustExpirationDate,
  getTimeline,
  readTimelineExport,
  saveAdminNote,
  saveUser,
  startTimelineExport,
  type TimelineKind,
} from '#modules/admin/index.ts';
import { DAY, listAudit, MINUTE } from '#modules/platform/index.ts';
import { agree, newApplicant } from '#test/factories/applicants.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { newPerson, newStaff, signIn } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { momentWords, type Shown } from '../../app/routes/admin/timeline-words.ts';

/** Everything that happened to a person, as staff see it. */
const portal = await testPortal();
const staff = await newStaff(portal, { firstname: 'Marisol', lastname: 'Vega' });

async function timelineOf(userid: string, kind?: TimelineKind) {
  const visitor = await signIn(portal, staff);
  return (await visitor.perform(getTimeline, { userid, ...(kind ? { kind } : {}) })).moments;
}

test('the timeline says what a person got by mail: subject, address, and what became of it', async () => {
  const person = await newScoredPerson(portal, { days: 100 });
  const visitor = await signIn(portal, staff);
  const day = new Date(portal.clock.now().getTime() + 60 * DAY).toISOString().slice(0, 10);
  await visitor.perform(adjustExpirationDate, {
    userid: person.accountId,
    new_expiration: day,
    adminnote: 'The report came late',
  });
  await portal.runJobs();
  const mails = await timelineOf(person.accountId, 'messages');
  expect(mails.map(({ source }) => source)).not.toContain('entry');
  expect(mails[0]).toMatchObject({ source: 'mail', address: person.emailaddress, state: 'sent' });
  const [first] = mails;
  const words = momentWords(first as Shown, 'America/Chicago');
  expect(words.title).toMatch(/^Email: .*expir/i);
  expect(words.notes).toEqual([`To ${person.emailaddress}`, 'Accepted by the mail server']);
});

test('each kind has its moments, all of them together newest first, in pages that neither repeat nor miss one', async () => {
  const person = await newPerson(portal);
  const visitor = await signIn(portal, staff);
  const { accountId: userid } = person;
  await visitor.perform(saveUser, { userid, city: 'Dallas' });
  for (let at = 0; at < 60; at++) {
    portal.clock.advance(MINUTE / 60);
    await visitor.perform(saveAdminNote, { userid, note: 'Called and heard nothing', note_type: 'call' });
  }
  const first = await visitor.perform(getTimeline, { userid });
  expect(first.moments).toHaveLength(50);
  expect(first.next).not.toBeNull();
  const second = await visitor.perform(getTimeline, { userid, before: first.next ?? '' });
  const ids = [...first.moments, ...second.moments].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const times = [...first.moments, ...second.moments].map(({ dts }) => dts.getTime());
  expect(times).toEqual([...times].sort((one, other) => other - one));
  const notes = [...first.moments, ...second.moments].filter(
    (each) => each.source === 'entry' && each.action === 'admin.note-written',
  );
  expect(notes).toHaveLength(60);
  const byStaff = await timelineOf(userid, 'staff');
  expect(byStaff.every((each) => each.source === 'entry' && each.by_staff)).toBe(true);
  const account = await timelineOf(userid, 'account');
  expect(account.length).toBeGreaterThan(0);
  expect(account.every((each) => each.source === 'entry' && each.action.startsWith('identity.'))).toBe(true);
  const views = await timelineOf(userid, 'views');
  expect(views.map((each) => each.source === 'entry' && each.action)).toContain('admin.user-opened');
});

test('a moment has no codes, ids or dates as machines write them', async () => {
  const person = await newScoredPerson(portal, { days: 100 });
  const visitor = await signIn(portal, staff);
  await visitor.perform(saveUser, { userid: person.accountId, city: 'Dallas' });
  const moments = await timelineOf(person.accountId);
  expect(moments.length).toBeGreaterThan(1);
  for (const moment of moments) {
    const shown = moment.source === 'entry' ? { ...moment, words: 'Done' } : moment;
    const text = JSON.stringify(momentWords(shown, 'America/Chicago'));
    expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}|[\da-f]{8}-[\da-f]{4}-|\w_\w/);
  }
});

test('a status says what it was before, the first one only what it is', async () => {
  const applicant = await newApplicant(portal);
  await agree(applicant);
  const moments = await timelineOf(applicant.accountId, 'application');
  const told = moments.flatMap((moment) =>
    moment.source === 'entry'
      ? momentWords({ ...moment, words: 'Application status changed' }, 'America/Chicago').notes
      : [],
  );
  expect(told).toContain('paid');
  expect(told).toContain('paid → waituser');
});

test('an unknown person has no timeline, and a person has none of their own here', async () => {
  const person = await newPerson(portal);
  const unknown = timelineOf('00000000-0000-4000-8000-000000000000');
  expect((await refusalOf(unknown)).code).toBe('not-found');
  const own = person.visitor.perform(getTimeline, { userid: person.accountId });
  expect((await refusalOf(own)).code).toBe('not-found');
});

test('words are looked for in what happened, in details, names and subjects, also behind many others', async () => {
  const person = await newPerson(portal);
  const visitor = await signIn(portal, staff);
  const { accountId: userid } = person;
  await visitor.perform(saveUser, { userid, city: 'Amarillo' });
  await portal.runJobs();
  for (let at = 0; at < 55; at++) {
    portal.clock.advance(MINUTE / 60);
    await visitor.perform(saveAdminNote, { userid, note: 'Called and heard nothing', note_type: 'call' });
  }
  const search = async (q: string, kind?: TimelineKind) =>
    visitor.perform(getTimeline, { userid, q, ...(kind ? { kind } : {}) });
  const amarillo = await search('amarillo vega');
  expect(amarillo).toMatchObject({ next: null, moments: [{ action: 'admin.user-saved' }] });
  expect((await search('details were changed')).moments).toMatchObject([{ source: 'mail' }]);
  expect((await search('amarillo', 'messages')).moments).toEqual([]);
  expect((await search('amarillo nothing-like-it')).moments).toEqual([]);
  const notes = await search('wrote a note');
  expect(notes.moments).toHaveLength(50);
  const rest = await visitor.perform(getTimeline, { userid, q: 'wrote a note', before: notes.next ?? '' });
  expect(rest.moments).toHaveLength(5);
  expect(rest.next).toBeNull();
});

test('an export says the same in parts, and is an entry about the person that does not say what was looked for', async () => {
  const person = await newPerson(portal);
  const visitor = await signIn(portal, staff);
  const { accountId: userid } = person;
  await visitor.perform(saveUser, { userid, city: 'Lubbock' });
  await visitor.perform(startTimelineExport, { userid, kind: 'staff' });
  const { moments, next } = await visitor.perform(readTimelineExport, {
    userid,
    kind: 'staff',
    q: 'lubbock',
  });
  expect({ next, actions: moments.map((each) => 'action' in each && each.action) }).toEqual({
    next: null,
    actions: ['admin.user-saved'],
  });
  const { entries } = await listAudit(portal.db, portal.keys, { about: userid, limit: 1 });
  expect(entries).toMatchObject([
    { action: 'admin.timeline-exported', actorId: staff.accountId, detail: { kind: 'staff' } },
  ]);
});
