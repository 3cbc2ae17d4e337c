import { beforeAll, expect, test } from 'vitest';
import {
  cancelInvite,
  companyNetworkGrid,
  ignoreInvite,
  leaveNetwork,
  newInvite,
  readCompanyNetwork,
  readCompanyNetworkPage,
  requestRemoval,
  setConnectionActive,
  setShareDetails,
  summarizeCompanyNetwork,
} from '#modules/network/index.ts';
import { DAY, sql } from '#modules/platform/index.ts';
import { newScoredPerson, type ScoredPerson } from '#test/factories/network.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import {
  askCompany,
  connectCompanies,
  joinNetwork,
  type LinkedCompany,
  newLinkedCompanies,
  shieldLinkIdOf,
} from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';

/** The network of a company as staff see it: one row in each state, and beside each the most similar one of others. */

const portal = await testPortal();
let company: LinkedCompany;
let client: LinkedCompany;
let source: LinkedCompany;
let accepted: ScoredPerson;
let seen: ScoredPerson;

const invite = async (touser: string, by = company) =>
  (await by.owner.visitor.perform(newInvite, { touser })).inviteid;

beforeAll(async () => {
  [company, client, source] = await newLinkedCompanies(portal, 'Middle', 'Client', 'Source');
  const [asked, asking, withdrawn, former] = await newLinkedCompanies(
    portal,
    'Asked',
    'Asking',
    'Withdrawn',
    'Former',
  );
  accepted = await newScoredPerson(portal, { firstname: 'Ada', lastname: 'Abbot' });
  seen = await newScoredPerson(portal, { firstname: 'Zoe', lastname: 'Zeller' });
  const ignoring = await newScoredPerson(portal);
  const removed = await newScoredPerson(portal);
  await connectCompanies(company, source);
  await connectCompanies(client, company);
  await joinNetwork(source, seen);
  const connectionid = await joinNetwork(company, accepted);
  await accepted.visitor.perform(setShareDetails, { connectionid, reportshared: 'YES' });
  const gone = await joinNetwork(company, removed);
  await company.owner.visitor.perform(requestRemoval, { connectionid: gone });
  const ended = await connectCompanies(former, company);
  await former.owner.visitor.perform(requestRemoval, { connectionid: ended });
  const left = await connectCompanies(company, former);
  await former.owner.visitor.perform(setConnectionActive, { connectionid: left, active: 'NO' });
  await former.owner.visitor.perform(leaveNetwork, { connectionid: left });
  for (const by of [company, asked]) {
    const { inviteid } = await askCompany(by, by === company ? withdrawn : company);
    await by.owner.visitor.perform(cancelInvite, { inviteid });
  }
  portal.clock.advance(1000);
  await invite('open@example.com');
  portal.clock.advance(1000);
  const late = await invite('late@example.com');
  portal.clock.advance(1000);
  const inviteid = await invite(ignoring.emailaddress);
  await ignoring.visitor.perform(ignoreInvite, { inviteid });
  portal.clock.advance(1000);
  await askCompany(company, asked);
  await askCompany(asking, company);
  const now = portal.clock.now();
  await portal.pool.query('update connection set invited_at = $2, invite_expires_at = $3 where id = $1', [
    late,
    new Date(now.getTime() - 30 * DAY),
    now,
  ]);
  await invite('of.another@example.com', client);
});

const read = ({ companyId }: LinkedCompany) =>
  portal.work('test.read', (work) => readCompanyNetwork(work, companyId));
const summarize = ({ companyId } = company) =>
  portal.work('test.summarize', (work) => summarizeCompanyNetwork(work, companyId));

const named = ({
  firstname,
  lastname,
  emailaddress,
}: {
  firstname: string;
  lastname: string;
  emailaddress: string | null;
}) => `${firstname} ${lastname}`.trim() || emailaddress;

test('the newest invitations and connections, without the address of who is seen through a company', async () => {
  const { invitations, connections } = await read(company);
  expect(invitations.map((row) => [named(row), row.connectionstatus, row.invite_ignored])).toEqual([
    [expect.stringMatching(/^Asked/), 'INVITE', false],
    [expect.stringMatching(/^person/), 'INVITEIGNORE', true],
    ['late@example.com', 'INVITE', false],
    ['open@example.com', 'INVITE', false],
  ]);
  const shown = connections.map((row) => [named(row), row.emailaddress, row.shieldid, row.reportshared]);
  expect(shown).toHaveLength(3);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['Ada Abbot', accepted.emailaddress, accepted.shieldId, true],
      ['Zoe Zeller', null, null, false],
      [source.name, null, null, false],
    ]),
  );
});

test('the page of all of them, in each order and filter', async () => {
  const found = async (asked: object) => {
    const { rows } = await portal.work('test.page', (work) =>
      readCompanyNetworkPage(work, company.companyId, companyNetworkGrid.input.parse(asked)),
    );
    return rows;
  };
  const names = async (asked: object) => (await found(asked)).map((row) => row.fullname || row.emailaddress);
  const all = await names({ sort: 'name', dir: 'asc' });
  expect(all).toEqual([
    'Ada Abbot',
    expect.stringMatching(/^Asked/),
    'late@example.com',
    'open@example.com',
    expect.stringMatching(/^person/),
    source.name,
    'Zoe Zeller',
  ]);
  // By default the newest come first.
  expect((await names({})).slice(0, 4)).toEqual([all[1], all[4], all[2], all[3]]);
  expect(await names({ sort: 'shared', dir: 'asc' })).toEqual((await names({})).reverse());
  expect((await names({ list: 'invitations' })).sort()).toEqual([all[1], all[2], all[3], all[4]].sort());
  expect((await names({ list: 'connections' })).sort()).toEqual(
    ['Ada Abbot', source.name, 'Zoe Zeller'].sort(),
  );
  expect(await names({ type: 'EXTENDED' })).toEqual(['Zoe Zeller']);
  expect((await names({ type: 'FULLNETWORK' })).sort()).toEqual([all[1], source.name].sort());
  expect(await names({ status: 'ignored' })).toEqual([all[4]]);
  const facts = (await found({ sort: 'name', dir: 'asc' })).map((row) => [
    row.invite_ignored,
    row.invite_expired,
    row.accepted,
    row.reportshared,
  ]);
  expect(facts).toEqual([
    [false, false, true, true],
    [false, false, false, false],
    [false, true, false, false],
    [false, false, false, false],
    [true, false, false, false],
    [false, false, true, false],
    [false, false, true, false],
  ]);
  expect(
    companyNetworkGrid.filterControls({}).find(({ name }) => name === 'status')?.options,
  ).not.toContainEqual(expect.objectContaining({ value: 'removed' }));
});

test('how large it is, and with which companies it is connected in each direction', async () => {
  const { clients, sources, ...counts } = await summarize();
  expect(counts).toEqual({ invitations: 4, connections: 3, people: 1, seen: 1, open: 2 });
  const other = async (linked: LinkedCompany) => ({
    company_name: linked.name,
    shieldlinkid: await shieldLinkIdOf(linked),
    since: expect.any(Date),
    active: true,
  });
  expect(clients).toEqual({ total: 1, companies: [await other(client)] });
  expect(sources).toEqual({ total: 1, companies: [await other(source)] });
  const [alone] = await newLinkedCompanies(portal, 'Alone');
  const none = { total: 0, companies: [] };
  expect(await summarize(alone)).toEqual({
    ...{ invitations: 0, connections: 0, people: 0, seen: 0, open: 0 },
    ...{ clients: none, sources: none },
  });
});

test('a large one: the newest hundred, fifty companies, and counts up to ten thousand', async () => {
  const [large] = await newLinkedCompanies(portal, 'Large');
  const { companyId, owner } = large;
  const add = (rows: number) =>
    sql`insert into connection (id, owner_company_id, to_email, invited_by_account_id, invited_at,
        invite_expires_at, shared_at, code_sealed, code_hash)
      select id, ${companyId}, id || '@example.com', ${owner.accountId}, now(), now() + interval '30 days', now(), ${someSealed}, id
      from (select gen_random_uuid() as id from generate_series(1, ${rows}::int)) made`.execute(portal.db);
  await add(10_000);
  expect(await summarize(large)).toMatchObject({ invitations: 10_000 });
  await add(2);
  expect(await summarize(large)).toMatchObject({ invitations: 10_001 });
  const { rows: newest } = await sql<{ address: string }>`
    select to_email as address from connection where owner_company_id = ${companyId}
    order by shared_at desc, id desc limit 100`.execute(portal.db);
  const { invitations } = await read(large);
  expect(invitations.map(({ emailaddress }) => emailaddress)).toEqual(newest.map(({ address }) => address));

  await sql`with made as materialized (
      select n, gen_random_uuid() as company, gen_random_uuid() as owner from generate_series(1, 51) n),
    people as (
      insert into account (id, emailaddress, email_verified_at, password_hash, password_changed_at, two_step_method,
        firstname, lastname, registered_at, accepted_terms_id)
      select owner, 'other' || n || '@example.com', now(), '', now(), 'DISABLED', 'Other', 'Owner', now(),
        (select id from terms_version where kind = 'portal' and is_current)
      from made),
    companies as (
      insert into company (id, company_name, shieldlinkid, created_at, updated_at)
      select company, 'Other ' || to_char(n, 'FM00'), 'SL9900000' || to_char(n, 'FM00'), now(), now() from made),
    members as (
      insert into team_member (id, company_id, account_id, role, joined_at)
      select gen_random_uuid(), company, owner, 'owner', now() from made)
    insert into connection (id, owner_company_id, sharing_company_id, connection_type, invited_by_account_id, invited_at,
      invite_expires_at, accepted_at, shared_at, code_sealed, code_hash)
    select gen_random_uuid(), ${companyId}, company, 'FULLNETWORK', ${owner.accountId}, now(), now() + interval '30 days',
      now(), now(), ${someSealed}, 'link-' || company
    from made`.execute(portal.db);
  const { sources } = await summarize(large);
  expect(sources.total).toBe(51);
  expect(sources.companies.map(({ company_name }) => company_name)).toEqual(
    Array.from({ length: 50 }, (_, at) => `Other ${String(at + 1).padStart(2, '0')}`),
  );
});
