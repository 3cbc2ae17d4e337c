import { beforeAll, describe, expect, it } from 'vitest';
import { loader as exportLoader } from '#app/routes/network/export.ts';
import { loader as pageLoader } from '#app/routes/network/page.tsx';
import {
  connectionGrid,
  getConnection,
  getConnectionName,
  getRemoved,
  getSharedNetwork,
  leaveNetwork,
  listConnections,
  listRemoved,
  listSharedWithMe,
  newInvite,
  refreshConnections,
  removedGrid,
  requestRemoval,
  setConnectionActive,
} from '#modules/network/index.ts';
import { DAY } from '#modules/platform/index.ts';
import {
  connectionRow,
  giveScore,
  newCompany,
  newScoredPerson,
  newTeamMember,
  type ScoredPerson,
  type TestCompany,
} from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered, signIn } from '#test/factories/people.ts';
import { connectCompanies, joinNetwork, newLinkedCompanies } from '#test/factories/shieldlink.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { askPage } from '../app/page.ts';

/** The filter Removed (D101): what it lists, for how long, and that it reveals nothing about a removed person. */

let portal: TestPortal;
let company: TestCompany;
/** The person with the better score comes later by name and joined later, so that a sort by score would be visible. */
let worse: ScoredPerson;
let better: ScoredPerson;
/** Their connections. */
let removed: { worse: string; better: string };

const remove = ({ owner }: TestCompany, connectionid: string) =>
  owner.visitor.perform(requestRemoval, { connectionid });
const listed = async ({ visitor }: Registered) => (await visitor.perform(listRemoved, {})).rows;
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

beforeAll(async () => {
  portal = await testPortal();
  company = await newCompany(portal);
  worse = await newScoredPerson(portal, { firstname: 'Ada', lastname: 'Abbot', score: 'IC04', days: 90 });
  better = await newScoredPerson(portal, { firstname: 'Zoe', lastname: 'Zeller', score: 'IC01+', days: 30 });
  const [one, two] = [await joinNetwork(company, worse), await joinNetwork(company, better)];
  removed = { worse: one, better: two };
  for (const id of [one, two]) await remove(company, id);
});

/** Every query of the grid: each order in both directions, each choice of each filter, and each pair of these. */
const asked = connectionGrid.sorts.flatMap((sort) =>
  (['asc', 'desc'] as const).flatMap((dir) =>
    [
      ['q', 'IC'],
      ['q', 'TX'],
      ['q', 'a'],
      ...connectionGrid
        .filterControls({})
        .flatMap(({ name, options }) => options.map(({ value }) => [name, value])),
    ].map(([name = '', value = '']) => ({ sort, dir, [name]: value })),
  ),
);

describe('of a removed person', () => {
  it('the row keeps the name and nothing else, whoever writes to it', async () => {
    const kept = {
      status: 'DISABLED',
      status_until: null,
      shieldid: null,
      score: null,
      score_rank: 9,
      expiration: null,
      legal_firstname: null,
      legal_lastname: null,
      search_text: '',
      told_stage: null,
      told_score: null,
      told_expiration: null,
      to_firstname: 'Zoe',
      to_lastname: 'Zeller',
      removed_by_account_id: company.owner.accountId,
    };
    expect(await connectionRow(portal, removed.better)).toMatchObject(kept);
    await giveScore(portal, better.accountId, { score: 'IC02' });
    await portal.work('test.refresh', (work) =>
      refreshConnections(work, { connectionIds: Object.values(removed) }),
    );
    await portal.pool.query(
      `update connection set score = 'IC02', score_rank = 2, shieldid = $2, status = 'CURRENT', search_text = 'zoe',
         legal_firstname = 'Zoe', expiration = '2030-01-01' where id = $1`,
      [removed.better, better.shieldId],
    );
    expect(await connectionRow(portal, removed.better)).toMatchObject(kept);
  });

  it('no order, filter or page of the other grid has the row, and no call by default', async () => {
    for (const input of asked) {
      const parsed = connectionGrid.input.parse(input);
      const { rows, total } = await company.owner.visitor.perform(listSharedWithMe, parsed);
      expect({ rows, total }, JSON.stringify(input)).toEqual({ rows: [], total: 0 });
    }
    const call = await company.owner.visitor.perform(listConnections, {});
    expect(call.connections).toMatchObject({ sharedwithme: [], removed: [] });
    const { visitor } = company.owner;
    const connectionid = removed.better;
    await expect(visitor.perform(getConnection, { connectionid })).rejects.toThrow('not-found');
    await expect(visitor.perform(getConnectionName, { connectionid })).rejects.toThrow('not-found');
  });

  it('every order and filter of Removed answers the same rows by name and date alone', async () => {
    const values = [better, worse].flatMap(({ shieldId, emailaddress }) => [shieldId, emailaddress]);
    const hidden = [...values, 'IC04', 'IC01', 'CURRENT', 'EXPIRED', 'INRENEWALWINDOW', 'accountid'];
    const answers = new Set<string>();
    const queries = new Set(
      asked.map(({ q: _, type: __, ...input }: Record<string, string>) =>
        new URLSearchParams({ ...input, status: 'removed' }).toString(),
      ),
    );
    for (const query of queries) {
      const page = await askPage(portal, company.owner.visitor, pageLoader, {
        path: `/user/network?${query}`,
      });
      const { removed: found } = page as { removed: { rows: { id: string }[]; total: number } };
      expect(found.total).toBe(2);
      const text = JSON.stringify(page);
      for (const value of hidden) expect(text, query).not.toContain(`"${value}`);
      if (query.includes('dir=asc') && !query.includes('sort=name')) answers.add(idsOf(found.rows).join());
    }
    // An order that Removed does not have has no effect.
    expect([...answers]).toHaveLength(1);
    expect(removedGrid.sorts).toEqual(['name', 'removed']);
    const call = await company.owner.visitor.perform(listConnections, { status: 'removed' });
    expect(call.connections.sharedwithme).toEqual([]);
    expect(idsOf(call.connections.removed)).toEqual([removed.better, removed.worse]);
    expect(Object.keys(call.connections.removed[0] ?? {}).sort()).toEqual(
      [
        'connectiontype',
        'firstname',
        'fullname',
        'id',
        'lastname',
        'listed_until',
        'removed_by',
        'removed_dts',
      ].sort(),
    );
  });

  it('a search finds the name, and neither address, ShieldID nor score', async () => {
    const found = async (q: string) => (await company.owner.visitor.perform(listRemoved, { q })).total;
    expect(await found('ZELLER')).toBe(1);
    expect(await found('zoe zell')).toBe(1);
    for (const q of [better.shieldId, better.emailaddress, 'IC01+', 'nobody']) expect(await found(q)).toBe(0);
  });

  it('neither the CSV file nor the audit entry of the export tells anything', async () => {
    for (const query of ['', 'status=removed', 'status=removed&score=IC01%2B']) {
      const file = await askPage(portal, company.owner.visitor, exportLoader, {
        path: `/user/network.csv?${query}`,
      });
      if (!(file instanceof Response)) throw new Error('no file');
      expect((await file.text()).trim().split('\r\n')).toHaveLength(1);
    }
    const { rows } = await portal.pool.query(
      `select detail::text from audit_entry where actor_id = $1 and action = 'network.list-exported'`,
      [company.owner.accountId],
    );
    for (const { detail } of rows) {
      expect(detail).not.toMatch(new RegExp(`${better.shieldId}|${better.emailaddress}|Zeller`));
    }
  });

  it('a later change of the name is not shown, and the history ends with the removal', async () => {
    await portal.pool.query(`update account set lastname = 'Newname' where id = $1`, [better.accountId]);
    await portal.work('test.refresh', (work) => refreshConnections(work, { accountIds: [better.accountId] }));
    const { connection, historyrecords } = await company.owner.visitor.perform(getRemoved, {
      connectionid: removed.better,
    });
    expect(connection.fullname).toBe('Zoe Zeller');
    expect(historyrecords.map(({ kind }) => kind)).toEqual(['invited', 'accepted', 'removed']);
    expect(JSON.stringify(await listed(company.owner))).not.toContain('Newname');
  });
});

describe('listed are', () => {
  it('only what the network removed itself: neither who left nor who was seen through a company', async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    const [seen, leaving] = [await newScoredPerson(portal), await newScoredPerson(portal)];
    await joinNetwork(sharing, seen);
    const left = await joinNetwork(client, leaving);
    await leaving.visitor.perform(setConnectionActive, { connectionid: left, active: 'NO' });
    await leaving.visitor.perform(leaveNetwork, { connectionid: left });
    expect(await listed(client.owner)).toEqual([]);
    const link = await connectCompanies(client, sharing);
    await remove(client, link);
    expect(await listed(client.owner)).toMatchObject([
      { id: link, fullname: sharing.name, connectiontype: 'FULLNETWORK', firstname: '' },
    ]);
    const page = await client.owner.visitor.perform(getSharedNetwork, { connectionid: link });
    expect(page.ended?.by).toBe((await listed(client.owner))[0]?.removed_by);
  });

  it('not a company that ended its sharing: its page says so', async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    const connectionid = await connectCompanies(client, sharing);
    await sharing.owner.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
    await sharing.owner.visitor.perform(leaveNetwork, { connectionid });
    expect(await listed(client.owner)).toEqual([]);
    const page = await client.owner.visitor.perform(getSharedNetwork, { connectionid });
    expect(page).toMatchObject({ rows: [], total_users: 0, ended: { by: null } });
  });

  it('the removed person also after they were invited again, beside the invitation', async () => {
    const person = await newScoredPerson(portal);
    const own = await newCompany(portal);
    const before = await joinNetwork(own, person);
    await remove(own, before);
    const { inviteid } = await own.owner.visitor.perform(newInvite, { touser: person.shieldId });
    expect(idsOf(await listed(own.owner))).toEqual([before]);
    expect(idsOf((await own.owner.visitor.perform(listSharedWithMe, {})).rows)).toEqual([inviteid]);
  });

  it('the rows of one’s own network, for every role of its team', async () => {
    const viewer = await newTeamMember(portal, company, 'viewer');
    expect(idsOf(await listed(viewer))).toEqual([removed.better, removed.worse]);
    await viewer.visitor.perform(getRemoved, { connectionid: removed.worse });
    const [other, alone] = [await newCompany(portal), await newPersonWithoutTwoStep(portal)];
    for (const stranger of [other.owner, alone, worse]) {
      expect(await listed(stranger)).toEqual([]);
      await expect(stranger.visitor.perform(getRemoved, { connectionid: removed.worse })).rejects.toThrow(
        'not-found',
      );
    }
  });

  it('those of an individual’s own network', async () => {
    const [owner, person] = [await newPersonWithoutTwoStep(portal), await newScoredPerson(portal)];
    const id = await joinNetwork({ companyId: '', owner }, person);
    await remove({ companyId: '', owner }, id);
    expect(idsOf(await listed(owner))).toEqual([id]);
  });

  it('for 30 days to the millisecond', async () => {
    const later = await testPortal();
    const own = await newCompany(later);
    const id = await joinNetwork(own, await newScoredPerson(later));
    later.clock.stop();
    const start = later.clock.now();
    await remove(own, id);
    expect(await listed(own.owner)).toMatchObject([
      { id, removed_dts: start, listed_until: new Date(start.getTime() + 30 * DAY) },
    ]);
    later.clock.advance(30 * DAY - 1);
    const visitor = await signIn(later, own.owner);
    expect((await visitor.perform(listRemoved, {})).total).toBe(1);
    later.clock.advance(1);
    expect((await visitor.perform(listRemoved, {})).total).toBe(0);
    await expect(visitor.perform(getRemoved, { connectionid: id })).rejects.toThrow('not-found');
  });
});
