import { expect, test } from 'vitest';
import { loader as file } from '#app/routes/admin/audit-file.ts';
import { listAuditLog, readAuditExport, startAuditExport } from '#modules/admin/index.ts';
import { type AuditEntry, DAY, erasePersonKey, HOUR, newId, writeAudit } from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { askPage } from '../app/page.ts';

/** The audit log of staff, with entries of every kind that a filter tells apart. */
const portal = await testPortal();
portal.clock.stop();
const ada = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const tom = await newStaff(portal, { firstname: 'Tom', lastname: 'Okafor' });
const dana = await newPersonWithoutTwoStep(portal, { firstname: 'Dana', lastname: 'Quillfeather' });
const ines = await newPersonWithoutTwoStep(portal, { firstname: 'Ines', lastname: 'Thistlewood' });
const company = await newCompany(portal, { company_name: 'Harbor Quay Movers' });
const now = portal.clock.now();

let written = 0;
/** Writes an entry, each an hour older than the one before. */
async function write(more: Partial<AuditEntry>): Promise<string> {
  written += 1;
  const at = new Date(now.getTime() - 10 * DAY - written * HOUR);
  const entry = {
    operation: 'test.write',
    action: 'test.thing-done',
    at,
    actorId: null,
    adminId: null,
    companyId: null,
    sessionId: null,
    requestId: 'request',
    address: '192.0.2.7',
    agent: 'test',
    ...more,
  };
  return portal.work('test.write', (work) => writeAudit(work.db, portal.keys, entry));
}

const session = newId();
const entries = {
  aboutDana: await write({
    actorId: tom.accountId,
    about: dana.accountId,
    action: 'admin.note-written',
    detail: { note_type: 'call' },
    sessionId: session,
  }),
  byDana: await write({ actorId: dana.accountId, action: 'identity.session-opened' }),
  asDana: await write({
    actorId: dana.accountId,
    adminId: tom.accountId,
    about: dana.accountId,
    action: 'identity.profile-changed',
    detail: { changed: ['mobile'] },
  }),
  ofCompany: await write({
    actorId: ines.accountId,
    companyId: company.companyId,
    action: 'network.invitation-sent',
  }),
  aboutCompany: await write({
    actorId: tom.accountId,
    object: { type: 'company', id: company.companyId },
    action: 'enterprise.feature-switched',
    detail: { feature: 'shieldlink_enabled', enabled: true },
  }),
  settings: await write({
    actorId: tom.accountId,
    action: 'admin.refund-settings-saved',
    detail: { before_cents: 10_000, after_cents: 15_000 },
  }),
  byThePortal: await write({
    action: 'purchasing.purchase-abandoned',
    object: { type: 'purchase', id: newId() },
  }),
} as const;
type Name = keyof typeof entries;

const nameOf = (id: string) =>
  (Object.keys(entries) as Name[]).find((name) => entries[name] === id) ?? 'other';

async function read(asked: object = {}) {
  return ada.visitor.perform(listAuditLog, asked);
}
/** The names of the entries above that a filter leaves, newest first. */
async function found(asked: object) {
  const { entries: rows } = await read({ rows: 100, ...asked });
  return rows.map(({ id }) => nameOf(id)).filter((name) => name !== 'other');
}

test('everything is listed, newest first, also what is about no person', async () => {
  expect(await found({})).toEqual(Object.keys(entries));
  const { entries: rows } = await read({ action: 'admin.refund-settings-saved' });
  expect(rows[0]).toMatchObject({
    actor: 'Tom Okafor',
    actor_is_staff: true,
    about: null,
    detail: { before_cents: 10_000, after_cents: 15_000 },
    address: '192.0.2.7',
  });
});

test.each<[string, object, Name[]]>([
  ['person, about or by them', { person: dana.accountId }, ['aboutDana', 'byDana', 'asDana']],
  [
    'staff, also in somebody’s session',
    { staff: tom.accountId },
    ['aboutDana', 'asDana', 'aboutCompany', 'settings'],
  ],
  ['company, by its team or about it', { company: company.companyId }, ['ofCompany', 'aboutCompany']],
  ['session', { session }, ['aboutDana']],
  ['action', { action: 'identity.session-opened' }, ['byDana']],
  ['kind', { kind: 'settings' }, ['aboutCompany', 'settings']],
  ['person and staff', { person: dana.accountId, staff: tom.accountId }, ['aboutDana', 'asDana']],
  ['company and kind', { company: company.companyId, kind: 'settings' }, ['aboutCompany']],
  ['words of an action', { q: 'refund second' }, ['settings']],
  ['name of a person', { q: 'quillfeather' }, ['aboutDana', 'byDana', 'asDana']],
  ['name of a company', { q: 'harbor quay' }, ['ofCompany', 'aboutCompany']],
  ['id of the entry', { q: entries.settings }, ['settings']],
  ['id of the company', { q: company.companyId }, ['ofCompany', 'aboutCompany']],
  ['id of the session', { q: session }, ['aboutDana']],
  ['words that nothing has', { q: 'zzzzzz' }, []],
  ['two characters', { q: 'ad' }, []],
])('is filtered by %s', async (_what, asked, names) => {
  expect(await found(asked)).toEqual(names);
});

test('an entry that a search finds in two ways is listed once', async () => {
  // 'profile' is in the words of the action, and Dana is both the actor and the person concerned.
  expect(await found({ q: 'dana' })).toEqual(['aboutDana', 'byDana', 'asDana']);
  expect((await found({ q: 'profile' })).filter((name) => name === 'asDana')).toEqual(['asDana']);
});

test('dates are the reader’s days, the last one included', async () => {
  const day = new Date(now.getTime() - 10 * DAY - HOUR).toISOString().slice(0, 10);
  const before = new Date(Date.parse(day) - 2 * DAY).toISOString().slice(0, 10);
  expect(await found({ since: before, until: day })).toContain('aboutDana');
  expect(await found({ until: before })).toEqual([]);
  expect(await found({ since: new Date(Date.parse(day) + 2 * DAY).toISOString().slice(0, 10) })).toEqual([]);
});

test('pages follow each other without a gap, also in a filter of two ways', async () => {
  for (let at = 0; at < 12; at += 1)
    await write({ actorId: ines.accountId, about: at % 2 ? ines.accountId : undefined });
  for (const dir of ['desc', 'asc'] as const) {
    const first = await read({ person: ines.accountId, rows: 10, dir });
    const second = await read({ person: ines.accountId, rows: 10, dir, after: first.cursors.next ?? '' });
    const ids = [...first.entries, ...second.entries].map(({ id }) => id);
    expect(new Set(ids).size).toBe(first.total);
    expect(ids.length).toBe(first.total);
  }
});

test('reading is an entry, once in a while for each person', async () => {
  const reads = async () => (await read({ action: 'admin.audit-read' })).total;
  await read({ person: dana.accountId });
  const before = await reads();
  await read({ person: dana.accountId });
  await read({});
  expect(await reads()).toBe(before);
  const another = await newPersonWithoutTwoStep(portal);
  await read({ person: another.accountId });
  expect(await reads()).toBe(before + 1);
});

test('the file has the same entries with their details, and is an entry with its filters in words but not what was searched', async () => {
  const asked = { kind: 'settings' as const, q: 'refund' };
  await ada.visitor.perform(startAuditExport, asked);
  const { rows, next } = await ada.visitor.perform(readAuditExport, asked);
  expect(next).toBeNull();
  expect(rows).toMatchObject([
    { action: 'admin.refund-settings-saved', actor: 'Tom Okafor', detail: { after_cents: 15_000 } },
  ]);
  await ada.visitor.perform(startAuditExport, {
    person: dana.accountId,
    company: company.companyId,
    action: 'purchasing.refund-requested',
    since: '2026-01-31',
  });
  await ada.visitor.perform(startAuditExport, {});
  const { entries: exported } = await read({ action: 'admin.audit-exported' });
  const filters = exported.map(({ actor, detail }) => [actor, detail]);
  for (const words of [
    'Action, name or ID: words that are not kept; Kind: Settings and catalog',
    'Action: Staff issued a refund; From: 01/31/2026; Person: Dana Quillfeather; Company: Harbor Quay Movers',
    'None',
  ])
    expect(filters).toContainEqual(['Ada Minton', { filters: words }]);
});

test('the values of an erased person are gone, the entry stays', async () => {
  const erased = await newPersonWithoutTwoStep(portal, { firstname: 'Gone', lastname: 'Away' });
  const id = await write({
    about: erased.accountId,
    action: 'admin.note-written',
    detail: { note_type: 'call' },
  });
  const detail = async () =>
    (await read({ person: erased.accountId })).entries.find((entry) => entry.id === id)?.detail;
  expect(await detail()).toEqual({ note_type: 'call' });
  await portal.work('test.erase', (work) => erasePersonKey(work.db, erased.accountId, work.now));
  expect(await detail()).toBeNull();
});

test('the file of the page has a line for each entry, with its details in words', async () => {
  const answer = await askPage(portal, ada.visitor, file, {
    path: '/admin/audit.csv?action=admin.refund-settings-saved',
  });
  const lines = (await (answer as Response).text()).trim().split('\r\n');
  expect(lines[0]).toMatch(/^.?When,Who,.*,Details$/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Tom Okafor');
  for (const value of ['before: $100', 'after: $150']) expect(lines[1]).toContain(value);
});
