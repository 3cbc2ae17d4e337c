import { expect, it } from 'vitest';
import { fillDatabase } from '#cli/fill/index.ts';
import { getSharedNetwork, listConnections, requestRemoval } from '#modules/network/index.ts';
import { grades } from '#modules/platform/index.ts';
import { openSession } from '#test/bench/sessions.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { connectCompanies, joinNetwork, newLinkedCompanies } from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

it('listconnections counts the scores of each company that shares its network, as its page does', async () => {
  const [client, one, two] = await newLinkedCompanies(portal, 'Client', 'One', 'Two');
  const [direct, both, plain] = [
    await newScoredPerson(portal, { score: 'IC01+' }),
    await newScoredPerson(portal, { score: 'IC03' }),
    await newScoredPerson(portal, { score: 'IC03' }),
  ];
  for (const person of [direct, both]) await joinNetwork(one, person);
  for (const person of [both, plain]) await joinNetwork(two, person);
  await joinNetwork(client, direct);
  // Only for the client's own network, and for a company that shares nothing with it.
  await joinNetwork(client, await newScoredPerson(portal, { score: 'IC04' }));
  await joinNetwork(await newCompany(portal), both);
  const links = { one: await connectCompanies(client, one), two: await connectCompanies(client, two) };
  const boards = async () => {
    const { connections } = await client.owner.visitor.perform(listConnections, { rows: 100 });
    return new Map(
      connections.sharedwithme.flatMap(({ id, connectiontype, network_scoreboard_object: board }) => {
        expect(board === null).toBe(connectiontype !== 'FULLNETWORK');
        return board ? [[id, board] as const] : [];
      }),
    );
  };
  const none = { 'IC01+': 0, IC01: 0, IC02: 0, IC03: 0, IC04: 0, NA: 0 };
  const found = await boards();
  expect(found.get(links.one)).toEqual({ ...none, 'IC01+': 1, IC03: 1 });
  expect(found.get(links.two)).toEqual({ ...none, IC03: 2 });
  for (const connectionid of Object.values(links)) {
    const page = await client.owner.visitor.perform(getSharedNetwork, { connectionid });
    expect(page.network_scoreboard_object).toEqual(found.get(connectionid));
    expect(page.total_users).toBe(2);
  }
  const single = await client.owner.visitor.perform(listConnections, { inviteid: links.two });
  expect(single.connections.sharedwithme[0]?.network_scoreboard_object).toEqual({ ...none, IC03: 2 });
  await client.owner.visitor.perform(requestRemoval, { connectionid: links.one });
  expect([...(await boards()).keys()]).toEqual([links.two]);
});

it('a network without companies has no ScoreBoards', async () => {
  const owner = await newPersonWithoutTwoStep(portal);
  await joinNetwork({ companyId: '', owner }, await newScoredPerson(portal));
  const { connections } = await owner.visitor.perform(listConnections, {});
  expect(connections.sharedwithme.map((row) => row.network_scoreboard_object)).toEqual([null]);
});

it('a ScoreBoard counts the rows that the page of its company lists, whatever their state', async () => {
  const filled = await testPortal();
  await fillDatabase(filled.ownerUrl, { people: 600, now: filled.clock.now(), passwordHash: 'none' });
  const visitor = filled.visitor();
  const session = await openSession(filled, 'owner1@example.com');
  visitor.cookies.set('session', session.replace('session=', ''));
  const { rows: links } = await filled.pool.query<{ id: string }>(
    `select link.id from connection link join company on company.id = link.owner_id
     where company_name = 'Big Builders' and connection_type = 'FULLNETWORK'`,
  );
  expect(links).toHaveLength(4);
  const seen = new Set<string>();
  for (const { id: connectionid } of links) {
    const first = await visitor.perform(getSharedNetwork, { connectionid, rows: 100 });
    const { network_scoreboard_object: board, total, total_users } = first;
    const rows = [...first.rows];
    for (let page = 2; page <= Math.ceil(total / 100); page += 1) {
      rows.push(...(await visitor.perform(getSharedNetwork, { connectionid, rows: 100, page })).rows);
    }
    expect(rows.length).toBeGreaterThan(5);
    expect([total, total_users]).toEqual([rows.length, rows.length]);
    for (const grade of grades) {
      const listed = rows.filter((row) => (row.currenticstatus ?? 'NA') === grade);
      expect([grade, board[grade]]).toEqual([grade, listed.length]);
    }
    for (const row of rows) seen.add(`${row.connectiontype} ${row.connectionstatus}`);
    const filtered = await visitor.perform(getSharedNetwork, { connectionid, status: 'active' });
    expect(filtered.total).toBe(rows.filter((row) => row.connectionstatus === 'CURRENT').length);
    expect(filtered.total_users).toBe(rows.length);
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['EXTENDED CURRENT', 'EXTENDED EXPIRED', 'INDIVIDUAL CURRENT']),
  );
});
