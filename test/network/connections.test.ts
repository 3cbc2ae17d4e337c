import { beforeAll, describe, expect, it } from 'vitest';
import { addTeamMember } from '#modules/enterprise/index.ts';
import { listAccess, savePreferences } from '#modules/identity/index.ts';
import {
  acceptInvite,
  allConnections,
  cancelInvite,
  connectionGrid,
  getConnection,
  getLeaving,
  leaveNetwork,
  listMyShares,
  listSharedWithMe,
  newInvite,
  openInvitation,
  readExport,
  requestRemoval,
  setConnectionActive,
  setShareDetails,
  startExport,
} from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { type InputOf, runSweep, sql } from '#modules/platform/index.ts';
import {
  connectionRow,
  moveApplication,
  newApplication,
  newCompany,
  newScoreChange,
  newScoredPerson,
  newTeamMember,
  type ScoredPerson,
  type TestCompany,
} from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});

async function join(company: TestCompany, person: ScoredPerson): Promise<string> {
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  return inviteid;
}

const statusOf = async (id: string) => (await connectionRow(portal, id)).status;

/** The rows that the nightly sweep would still change: none, if every operation has refreshed its connections. */
const sweep = async () => (await runSweep(portal, allConnections)).changed;

describe('the stored status follows what happens', () => {
  it('goes from the invitation through application, check and score', async () => {
    provesLegalText('progress-shown', 'result-private');
    const company = await newCompany(portal);
    const person = await newPersonWithoutTwoStep(portal);
    const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.emailaddress });
    expect(await statusOf(inviteid)).toBe('INVITE');
    const application = await newApplication(portal, person.accountId, 'paid');
    expect(await statusOf(inviteid)).toBe('INVITE');
    await person.visitor.perform(openInvitation, { inviteid });
    expect(await statusOf(inviteid)).toBe('APPSTARTED');
    for (const [to, status] of [
      ['waituser', 'APPSTARTED'],
      ['submitted', 'CHECKINPROGRESS'],
      ['inprogress', 'CHECKINPROGRESS'],
      ['newrequiresapproval', 'SCOREPENDING'],
      ['done', 'INVITE'],
    ] as const) {
      if (to === 'newrequiresapproval')
        await newScoreChange(portal, person.accountId, application, 'new', 'IC02');
      await moveApplication(portal, person.accountId, application, to);
      expect(await connectionRow(portal, inviteid), to).toMatchObject({ status, score: null });
    }
    expect(await sweep()).toBe(0);
  });

  it('suspends a connection while a monitoring update waits, and hides its score', async () => {
    const company = await newCompany(portal);
    const person = await newScoredPerson(portal);
    const id = await join(company, person);
    const application = await newApplication(portal, person.accountId, 'done');
    await newScoreChange(portal, person.accountId, application, 'monitorupdate', 'IC04');
    await moveApplication(portal, person.accountId, application, 'monitorrequiresapproval');
    expect(await connectionRow(portal, id)).toMatchObject({
      status: 'SCOREPENDING',
      score: null,
      expiration: null,
    });
    expect(await sweep()).toBe(0);
  });

  it('follows the person’s master switch', async () => {
    const company = await newCompany(portal);
    const person = await newScoredPerson(portal);
    const id = await join(company, person);
    const set = (network_sharing_master: boolean) =>
      portal.work('test.master', (work) =>
        savePreferences(work, person.accountId, { network_sharing_master }),
      );
    await set(false);
    expect(await connectionRow(portal, id)).toMatchObject({ status: 'DISABLED', score: null });
    await set(true);
    expect(await connectionRow(portal, id)).toMatchObject({ status: 'CURRENT', score: 'IC01' });
  });
});

describe('F48: Shared with Me', () => {
  let company: TestCompany;
  let dana: ScoredPerson;
  let viewer: Registered;
  beforeAll(async () => {
    company = await newCompany(portal);
    viewer = await newTeamMember(portal, company, 'viewer');
    dana = await newScoredPerson(portal, {
      firstname: 'Dána',
      lastname: 'Whitfield',
      businessname: 'Whitfield Electrical',
      score: 'IC02',
    });
    await join(company, dana);
    await join(
      company,
      await newScoredPerson(portal, { firstname: 'Ben', lastname: 'Castellano', score: 'IC01+' }),
    );
    await join(
      company,
      await newScoredPerson(portal, { firstname: 'Chloe', lastname: 'bergström', days: 20 }),
    );
    await company.owner.visitor.perform(newInvite, { touser: 'alma@example.com' });
  });

  const list = (input: InputOf<typeof listSharedWithMe>) => viewer.visitor.perform(listSharedWithMe, input);
  const names = async (input: InputOf<typeof listSharedWithMe>) =>
    (await list(input)).rows.map((row) => row.fullname || row.emailaddress);

  it('is one page of the company’s rows, sorted by the database', async () => {
    expect(await names({})).toEqual([
      'alma@example.com',
      'Chloe bergström',
      'Ben Castellano',
      'Dána Whitfield',
    ]);
    expect(await names({ dir: 'desc' })).toEqual([
      'Dána Whitfield',
      'Ben Castellano',
      'Chloe bergström',
      'alma@example.com',
    ]);
    expect((await names({ sort: 'score' })).slice(0, 1)).toEqual(['Ben Castellano']);
    expect((await names({ sort: 'expires' })).slice(0, 1)).toEqual(['Chloe bergström']);
    expect(await list({})).toMatchObject({ total: 4, exact: true });
  });

  it('filters by part of a name, business, address or ShieldID, by status and score', async () => {
    expect(await names({ q: 'dana' })).toEqual(['Dána Whitfield']);
    expect(await names({ q: 'ELECTRICAL' })).toEqual(['Dána Whitfield']);
    expect(await names({ q: dana.shieldId.slice(3, 8).toLowerCase() })).toEqual(['Dána Whitfield']);
    expect(await names({ q: 'ALMA@' })).toEqual(['alma@example.com']);
    expect(await names({ q: '%' })).toEqual([]);
    expect(await names({ q: "'; drop table connection; --" })).toEqual([]);
    expect(await names({ status: 'renewal' })).toEqual(['Chloe bergström']);
    expect(await names({ score: 'IC02' })).toEqual(['Dána Whitfield']);
    expect(await names({ score: 'NA' })).toEqual(['alma@example.com']);
    expect(await names({ type: 'shieldlink' })).toEqual([]);
    expect(await names({ status: 'removed' })).toEqual([]);
  });

  it('shows a row with its actions as the role may use them', async () => {
    const [row] = (await list({ q: 'dana' })).rows;
    expect(row).toMatchObject({
      firstname: 'Dána',
      businessname: 'Whitfield Electrical',
      emailaddress: dana.emailaddress,
      abcnumber: dana.shieldId,
      currenticstatus: 'IC02',
      connectionstatus: 'CURRENT',
      status_label: 'Active',
      reportshared: false,
      active: true,
    });
    const enabled = row?.actions.filter((action) => action.enabled).map((action) => action.action);
    expect(enabled).toEqual(['showdetails']);
    const [ownerRow] = (await company.owner.visitor.perform(listSharedWithMe, { q: 'dana' })).rows;
    expect(ownerRow?.actions.filter((action) => action.enabled).map((action) => action.action)).toEqual([
      'showdetails',
      'adverseaction',
      'remove',
    ]);
  });

  it('shows of a person who has not accepted only what the inviter knew', async () => {
    const hidden = await newScoredPerson(portal, {
      firstname: 'Hidden',
      lastname: 'Name',
      searchable: false,
    });
    const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: hidden.shieldId });
    const { rows } = await list({ q: hidden.shieldId });
    expect(rows).toMatchObject([
      { id: inviteid, fullname: '', emailaddress: null, abcnumber: hidden.shieldId, currenticstatus: null },
    ]);
    await company.owner.visitor.perform(cancelInvite, { inviteid });
  });

  it('pages with whole pages and the last part', async () => {
    const { rows } = await list({ page: 2, rows: 10 });
    expect(rows).toEqual([]);
    await expect(list({ rows: 15 })).rejects.toThrow('invalid-input');
    await expect(list({ page: 0 })).rejects.toThrow('invalid-input');
  });

  it('answers both grids in one call', async () => {
    const { body } = await company.owner.visitor.call('GET', '/network/listconnections');
    expect(body).toMatchObject({ success: true, counts: { sharedwithme: 4, myshares: 0 }, details: null });
    expect(body.connections.sharedwithme).toHaveLength(4);
  });

  it('opens the details with the history, and tells the person that the score was seen', async () => {
    provesLegalText('views-listed');
    const [row] = (await list({ q: 'dana' })).rows;
    const details = await viewer.visitor.perform(getConnection, { connectionid: row?.id ?? '' });
    expect(details.historyrecords.map((record) => record.label)).toEqual([
      'Invited',
      'Accepted',
      'Renewal possible',
      'Score expires',
    ]);
    const seen = await portal.work('test.seen', (work) => listAccess(work, dana.accountId, 10));
    expect(seen).toMatchObject([{ viewer_account_id: viewer.accountId, kind: 'score' }]);
  });
});

describe('another network’s rows', () => {
  it('are not found, whatever is asked of them, and stay as they are', async () => {
    const company = await newCompany(portal);
    const stranger = await newCompany(portal);
    const person = await newScoredPerson(portal);
    const other = await newScoredPerson(portal);
    const id = await join(company, person);
    const open = await company.owner.visitor.perform(newInvite, { touser: other.shieldId });
    await portal.runJobs();
    const before = [await connectionRow(portal, id), await connectionRow(portal, open.inviteid)];
    const asks: [Registered, string, object][] = [];
    for (const target of [id, open.inviteid]) {
      for (const who of [stranger.owner, person, await newScoredPerson(portal)]) {
        asks.push(
          [who, '/network/cancelinvite', { inviteid: target }],
          [who, '/network/resendinvite', { inviteid: target }],
          [who, '/network/requestremoval', { connectionid: target, networkid: company.companyId }],
          [who, '/network/requestremoval', { connectionid: target }],
        );
        if (who === person && target === id) continue;
        asks.push(
          [who, '/network/setconnectionactive', { connectionid: target, active: 'NO' }],
          [who, '/network/setsharedetails', { connectionid: target, reportshared: 'YES' }],
          [who, '/network/deleteconnection', { connectionid: target, connectiontype: 'INDIVIDUAL' }],
          [who, '/network/acceptinvite', { inviteid: target }],
          [who, '/network/ignoreinvite', { inviteid: target }],
        );
      }
      // The company that owns the row cannot act for the person.
      asks.push(
        [company.owner, '/network/setconnectionactive', { connectionid: target, active: 'NO' }],
        [company.owner, '/network/acceptinvite', { inviteid: target }],
      );
    }
    // The caller's own row with an id of another network, or with a wrong type.
    const theirs = await join(stranger, await newScoredPerson(portal));
    asks.push(
      [company.owner, '/network/requestremoval', { connectionid: id, networkid: stranger.companyId }],
      [company.owner, '/network/requestremoval', { connectionid: id, networkid: theirs }],
      [person, '/network/deleteconnection', { connectionid: id, connectiontype: 'FULLNETWORK' }],
    );
    for (const [who, path, body] of asks) {
      const answer = await who.visitor.call('POST', path, body);
      expect([answer.status, answer.body.error_code], path).toEqual([404, 'not-found']);
    }
    const details = await stranger.owner.visitor.call('GET', '/network/listconnections', { inviteid: id });
    expect(details.status).toBe(404);
    expect([await connectionRow(portal, id), await connectionRow(portal, open.inviteid)]).toEqual(before);
  });
});

describe('Shared with Others', () => {
  it('F57: lets the person switch sharing and the report, and leave once sharing is off', async () => {
    provesLegalText('sharing-stops');
    const company = await newCompany(portal, { company_name: 'Seeing Ltd' });
    const person = await newScoredPerson(portal);
    const connectionid = await join(company, person);
    const shares = async () => (await person.visitor.perform(listMyShares, {})).rows;
    expect(await shares()).toMatchObject([{ businessname: 'Seeing Ltd', active: true, reportshared: false }]);
    await person.visitor.perform(setShareDetails, { connectionid, reportshared: 'YES' });
    expect(await connectionRow(portal, connectionid)).toMatchObject({ report_shared: true });
    const early = await person.visitor.call('POST', '/network/deleteconnection', { connectionid });
    expect(early.status).toBe(409);
    // The button, the page (opened by a typed address) and the refusal have the same text.
    const [{ leave_obstacle: obstacle } = { leave_obstacle: null }] = await shares();
    expect(obstacle).toBe(networkTexts['shares.still-on']);
    const leaving = () => person.visitor.perform(getLeaving, { connectionid });
    expect(await leaving()).toEqual({ name: 'Seeing Ltd', reason: obstacle });
    expect(early.body.error_message).toContain(obstacle);
    const stranger = await newScoredPerson(portal);
    await expect(stranger.visitor.perform(getLeaving, { connectionid })).rejects.toThrow('not-found');
    await person.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
    expect((await leaving()).reason).toBeNull();
    expect(await connectionRow(portal, connectionid)).toMatchObject({ status: 'DISABLED', score: null });
    await person.visitor.perform(leaveNetwork, { connectionid });
    expect(await shares()).toEqual([]);
    expect((await company.owner.visitor.perform(listSharedWithMe, {})).rows).toEqual([]);
    const { rows } = await portal.pool.query(
      'select kind from connection_event where connection_id = $1 order by at, id',
      [connectionid],
    );
    expect(rows.map((row) => row.kind)).toEqual(['invited', 'accepted', 'report-on', 'sharing-off', 'left']);
  });

  it('stays personal for a team member', async () => {
    const company = await newCompany(portal);
    const member = await newScoredPerson(portal);
    const id = await join(company, member);
    const own = await newCompany(portal);
    await portal.work('test.team', (work) =>
      addTeamMember(work, { companyId: own.companyId, accountId: member.accountId, role: 'viewer' }),
    );
    expect((await member.visitor.perform(listMyShares, {})).rows).toMatchObject([{ id }]);
    await member.visitor.perform(setConnectionActive, { connectionid: id, active: 'NO' });
    expect((await own.owner.visitor.perform(listMyShares, {})).rows).toEqual([]);
  });
});

describe('removing', () => {
  it('ends access at once and keeps the history; the person can be invited again', async () => {
    const company = await newCompany(portal);
    const person = await newScoredPerson(portal);
    const connectionid = await join(company, person);
    await company.owner.visitor.perform(requestRemoval, { connectionid });
    expect((await company.owner.visitor.perform(listSharedWithMe, {})).rows).toEqual([]);
    const again = await company.owner.visitor.call('POST', '/network/requestremoval', { connectionid });
    expect(again.status).toBe(404);
    const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
    expect(inviteid).not.toBe(connectionid);
  });
});

describe('the CSV export', () => {
  it('holds the filtered rows in order, and is recorded once for each person', async () => {
    provesLegalText('views-listed');
    const company = await newCompany(portal);
    const people = [];
    for (const lastname of ['Zed', '=cmd', 'Able']) {
      const person = await newScoredPerson(portal, { firstname: 'X', lastname });
      await join(company, person);
      people.push(person);
    }
    await company.owner.visitor.perform(newInvite, { touser: 'open@example.com' });
    await company.owner.visitor.perform(startExport, {});
    await company.owner.visitor.perform(startExport, { q: '@example.com', score: 'IC01' });
    const { rows, next } = await company.owner.visitor.perform(readExport, {});
    await company.owner.visitor.perform(readExport, { q: '@example.com', score: 'IC01' });
    expect(next).toBeNull();
    expect(rows.map((row) => connectionGrid.csv.cells(row, 'UTC').slice(0, 2).join(' '))).toEqual([
      `X =cmd ${people[1]?.emailaddress}`,
      `X Able ${people[2]?.emailaddress}`,
      ' open@example.com',
      `X Zed ${people[0]?.emailaddress}`,
    ]);
    expect(connectionGrid.csv.cells(rows[3] ?? {}, 'UTC').slice(3, 5)).toEqual([people[0]?.shieldId, 'IC01']);
    for (const person of people) {
      const seen = await portal.work('test.seen', (work) => listAccess(work, person.accountId, 10));
      expect(seen.map((entry) => entry.kind)).toEqual(['export']);
    }
    const { rows: audited } = await sql`
      select detail from audit_entry where action = 'network.list-exported' order by id`.execute(portal.db);
    // A search term may be an email address, and audit entries are never deleted.
    expect(audited).toMatchObject([
      { detail: { searched: false, score: null } },
      { detail: { searched: true, score: 'IC01' } },
    ]);
    expect(JSON.stringify(audited)).not.toContain('@example.com');
  });

  it('continues after the last row of a batch', async () => {
    const company = await newCompany(portal);
    const first = await newScoredPerson(portal, { lastname: 'Aaa' });
    const second = await newScoredPerson(portal, { lastname: 'Bbb' });
    const id = await join(company, first);
    await join(company, second);
    const place = { sort: 'name', value: (await connectionRow(portal, id)).sort_name, id };
    const { rows } = await company.owner.visitor.perform(readExport, {
      after: Buffer.from(JSON.stringify(place)).toString('base64url'),
    });
    expect(rows.map((entry) => entry.emailaddress)).toEqual([second.emailaddress]);
  });
});
