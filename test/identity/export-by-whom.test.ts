import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import {
  assignPipelineAlert,
  getUser,
  listPipelineAlerts,
  saveAdminNote,
  saveUser,
  startUserSession,
} from '#modules/admin/index.ts';
import {
  askExport,
  askLimit,
  downloadExport,
  getMyRequests,
  updateProfile,
} from '#modules/identity/index.ts';
import { acceptInvite, newInvite, requestRemoval } from '#modules/network/index.ts';
import { contentOf } from '#test/content-of.ts';
import { giveReport, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPerson, newStaff, PASSWORD, signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

async function unzip(bytes: Uint8Array): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) {
    if (entry.directory) continue;
    files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())).toString('utf8'));
  }
  return files;
}

test('a copy says who acted as you, staff or the company, and nothing else about anybody', async () => {
  const person = await newScoredPerson(portal, { firstname: 'Quentin' });
  const userid = person.accountId;
  await giveReport(portal, userid);
  const company = await newCompany(portal, { company_name: 'Hollow Creek LLC' });
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  await company.owner.visitor.perform(requestRemoval, { connectionid: inviteid });
  const friend = await newPerson(portal, { firstname: 'Barnabas', lastname: 'Quellmeister' });
  const shared = await friend.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid: shared.inviteid });
  const scored = await newScoredPerson(portal, { score: 'IC03' });
  const invited = await person.visitor.perform(newInvite, { touser: scored.shieldId });
  await scored.visitor.perform(acceptInvite, { inviteid: invited.inviteid });
  await person.visitor.perform(askLimit, { message: '' });

  // A member of staff reads and changes the record, is assigned an alert about it, and acts as the person.
  const member = await newStaff(portal, { firstname: 'Wilhelmina', lastname: 'Staffordshire' });
  const desk = portal.visitor({ address: '198.51.100.77', agent: 'StaffDesk/9' });
  await signIn(portal, member, desk);
  await desk.perform(getUser, { userid });
  await desk.perform(saveUser, { userid, city: 'Marfa' });
  await desk.perform(saveAdminNote, { userid, note: 'Asked about the porcupine' });
  const { pipelinedata: alerts } = await desk.perform(listPipelineAlerts, {});
  const alertid = alerts.find((alert) => alert.userid === userid)?.id ?? '';
  await desk.perform(assignPipelineAlert, { alertid, assignee: member.accountId, seen: '' });
  await desk.perform(startUserSession, { userid, reason: 'Ticket 20871: a switch that jumps back' });
  await desk.perform(updateProfile, { profileobject: { city: 'Alpine' } });
  const staffSessions = await portal.db
    .selectFrom('session')
    .select(['id', 'admin_session_id'])
    .where('address', '=', '198.51.100.77')
    .execute();

  const visitor = await signIn(portal, person);
  await visitor.perform(askExport, { currentpassword: PASSWORD });
  await portal.runJobs();
  const { requests } = await visitor.perform(getMyRequests, {});
  const id = requests.find(({ kind }) => kind === 'export')?.id ?? '';
  const files = await unzip(await contentOf((await visitor.perform(downloadExport, { id })).zip));

  const entries: { action: string; by: string; address?: string; detail: unknown }[] = JSON.parse(
    files.get('data/platform/audit_entry.json') ?? '',
  );
  const byOf = (action: string) => [
    ...new Set(entries.filter((entry) => entry.action === action).map(({ by }) => by)),
  ];
  expect(byOf('network.invitation-accepted')).toEqual(['you']);
  expect(byOf('admin.user-saved')).toEqual(['staff']);
  expect(byOf('network.connection-removed')).toEqual(['Hollow Creek LLC']);
  expect(byOf('identity.profile-changed').sort()).toEqual(['staff']);
  expect(entries.find(({ action }) => action === 'admin.alert-assigned')).toMatchObject({
    by: 'staff',
    detail: { to: 'staff' },
  });
  const sent = entries.filter(({ action, by }) => action === 'network.invitation-sent' && by !== 'you');
  expect(sent.map(({ by }) => by).sort()).toEqual(['Hollow Creek LLC', 'another person']);
  expect(
    entries.filter(({ by, address }) => address && !['you', 'someone who was not logged in'].includes(by)),
  ).toEqual([]);

  const all = [...files.values()].join('\n');
  for (const text of [
    member.accountId,
    'Wilhelmina',
    'Staffordshire',
    member.emailaddress,
    '198.51.100.77',
    'StaffDesk/9',
    company.owner.accountId,
    friend.accountId,
    'Quellmeister',
    scored.accountId,
    'IC03',
    ...staffSessions.flatMap((session) => [session.id, session.admin_session_id ?? session.id]),
  ])
    expect(all, text).not.toContain(text);
  expect(all).toContain('porcupine');
});
