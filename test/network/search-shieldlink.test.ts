import { beforeAll, describe, expect, it } from 'vitest';
import { switchFeatures } from '#modules/enterprise/index.ts';
import { searchShieldLink } from '#modules/network/index.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

let portal: TestPortal;
let acme: TestCompany;
let cedar: TestCompany;
beforeAll(async () => {
  portal = await testPortal();
  acme = await newCompany(portal, { company_name: 'Acme Builders', shieldlink_enabled: true });
  cedar = await newCompany(portal, { company_name: 'Cedar Works', shieldlink_enabled: true });
});

const idOf = async (company: TestCompany) =>
  (await company.owner.visitor.caller())?.facts.shieldlinkid ?? 'none';

describe('search by ShieldLink ID', () => {
  it('finds a company by its id however it is typed, and tells its name alone', async () => {
    const id = await idOf(cedar);
    const viewer = await newTeamMember(portal, acme, 'viewer');
    const individual = await newPersonWithoutTwoStep(portal);
    const typed = `${id.slice(0, 2).toLowerCase()} ${id.slice(2, 5)}-${id.slice(5)}`;
    for (const searchterm of [id, typed]) {
      for (const { visitor } of [acme.owner, viewer, individual]) {
        const answer = await visitor.perform(searchShieldLink, { searchterm });
        expect(answer).toEqual({
          searchresults: [{ company_name: 'Cedar Works', network_shieldlink_id: id }],
        });
      }
    }
  });

  it('answers an id that nobody has, a wrong check digit and anything else alike', async () => {
    const id = await idOf(cedar);
    const wrong = `${id.slice(0, -1)}${(Number(id.at(-1)) + 1) % 10}`;
    for (const searchterm of ['SL000000000', wrong, 'SL1', 'x', 'someone@example.com', `${id}0`]) {
      const answer = await acme.owner.visitor.call('POST', '/profile/search_shieldlink', { searchterm });
      expect(answer.status, searchterm).toBe(404);
      shows('search.shieldlink-not-found', answer.body.error_message);
    }
  });

  it('warns of the own company’s', async () => {
    const searchterm = await idOf(acme);
    const answer = await acme.owner.visitor.call('POST', '/profile/search_shieldlink', { searchterm });
    expect(answer.body.error_code).toBe('network.own-id');
    shows('search.own', answer.body.error_message);
  });

  it('finds no company that lost ShieldLink, or that staff turned off', async () => {
    const gone = await newCompany(portal, { shieldlink_enabled: true });
    const searchterm = await idOf(gone);
    const find = () => acme.owner.visitor.call('POST', '/profile/search_shieldlink', { searchterm });
    expect((await find()).status).toBe(200);
    for (const feature of ['shieldlink_enabled', 'enterprise_enabled'] as const) {
      const set = (on: boolean) =>
        portal.pool.query(`update company set ${feature} = $2 where id = $1`, [gone.companyId, on]);
      await set(false);
      expect((await find()).status, feature).toBe(404);
      await set(true);
    }
    await portal.work('test.off', (work) =>
      switchFeatures(work, gone.companyId, { shieldlink_enabled: false }),
    );
    expect((await find()).status).toBe(404);
  });
});
