import { beforeAll, describe, expect, it } from 'vitest';
import { fillDatabase } from '#cli/fill/index.ts';
import { saveDashboardSettings, saveEnterpriseProfile } from '#modules/admin/index.ts';
import {
  acceptInvite,
  getDashboardFigures,
  getEnterpriseDashboard,
  ignoreInvite,
  listSharedWithMe,
  newInvite,
  setConnectionActive,
} from '#modules/network/index.ts';
import { DAY, grades, HOUR } from '#modules/platform/index.ts';
import { openSession } from '#test/bench/sessions.ts';
import { connectionRow, newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff, signIn } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

/** The dashboard of a company (F114): who may see it, and that its figures match the grid. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});

const withDashboard = () => newCompany(portal, { company_name: 'Cedar Works', dashboard_enabled: true });
const refused = { code: 'not-found' };

describe('whose it is', () => {
  it('is there for the whole team of a company that has it, and for nobody else', async () => {
    const company = await withDashboard();
    const viewer = await newTeamMember(portal, company, 'viewer');
    const { visitor } = viewer;
    expect(await visitor.perform(getEnterpriseDashboard, {})).toEqual({
      dashboardurl: '/user/dashboard/charts',
    });
    expect(await visitor.perform(getDashboardFigures, {})).toMatchObject({
      company_name: 'Cedar Works',
      people: 0,
      may_invite: false,
    });
    expect(await company.owner.visitor.perform(getDashboardFigures, {})).toMatchObject({ may_invite: true });

    const without = await newCompany(portal);
    const person = await newPersonWithoutTwoStep(portal);
    for (const other of [without.owner, person]) {
      await expect(other.visitor.perform(getEnterpriseDashboard, {})).rejects.toMatchObject(refused);
      await expect(other.visitor.perform(getDashboardFigures, {})).rejects.toMatchObject(refused);
    }
  });

  it('follows at once what staff switch, by either name of the switch', async () => {
    const company = await newCompany(portal);
    const staff = await newStaff(portal);
    const companyid = company.companyId;
    await staff.visitor.perform(saveEnterpriseProfile, { companyid, quicksight_dashboard_enabled: 'YES' });
    expect(await company.owner.visitor.perform(getDashboardFigures, {})).toMatchObject({ people: 0 });
    await staff.visitor.perform(saveEnterpriseProfile, { companyid, dashboard_enabled: 'NO' });
    await expect(company.owner.visitor.perform(getDashboardFigures, {})).rejects.toMatchObject(refused);
    const { rows } = await portal.pool.query(
      `select detail from audit_entry where action = 'enterprise.feature-switched' and object_id = $1 order by id`,
      [companyid],
    );
    expect(rows.map((row) => row.detail)).toMatchObject([
      { feature: 'dashboard_enabled', enabled: true },
      { feature: 'dashboard_enabled', enabled: false },
    ]);
  });
});

describe('its address', () => {
  it('is an outside tool where staff say so, with the id of the company that looks', async () => {
    const company = await withDashboard();
    const staff = await newStaff(portal);
    const address = 'https://reports.example.com/embed?company={companyid}&theme=light';
    await staff.visitor.perform(saveDashboardSettings, { enterprise: address, admin: '' });
    const shown = `https://reports.example.com/embed?company=${company.companyId}&theme=light`;
    expect(await company.owner.visitor.call('GET', '/network/enterprisedashboard')).toMatchObject({
      status: 200,
      body: { success: true, dashboardurl: shown },
    });
    expect(await staff.visitor.call('GET', '/admin/dashboardembed')).toMatchObject({
      status: 200,
      body: { dashboardurl: '/admin/charts' },
    });
    await staff.visitor.perform(saveDashboardSettings, { enterprise: '', admin: '' });
    expect(await company.owner.visitor.perform(getEnterpriseDashboard, {})).toEqual({
      dashboardurl: '/user/dashboard/charts',
    });
    const { rows } = await portal.pool.query(
      `select detail from audit_entry where action = 'enterprise.dashboard-moved' order by id`,
    );
    expect(rows.map((row) => row.detail)).toEqual([
      { dashboard: 'enterprise', from: null, to: address },
      { dashboard: 'enterprise', from: address, to: null },
    ]);
  });

  it.each([
    'http://reports.example.com',
    'https://*.example.com/embed',
    'https://reports.example.com;script-src/embed',
    'https://someone:secret@reports.example.com',
    'https://localhost/embed',
    '//reports.example.com',
    'javascript:alert(1)',
  ])('is never %s', async (address) => {
    const staff = await newStaff(portal);
    for (const dashboard of ['enterprise', 'admin']) {
      await expect(
        staff.visitor.perform(saveDashboardSettings, { enterprise: '', admin: '', [dashboard]: address }),
      ).rejects.toMatchObject({ code: 'invalid-input' });
    }
  });

  it('is not saved over what a colleague saved meanwhile', async () => {
    const staff = await newStaff(portal);
    await expect(
      staff.visitor.perform(saveDashboardSettings, { enterprise: '', admin: '', seen: 'another' }),
    ).rejects.toMatchObject({ code: 'enterprise.changed-meanwhile' });
  });
});

describe('its figures', () => {
  it('are those of the rows in the company’s grid, with the people it sees through ShieldLink', async () => {
    const filled = await testPortal();
    await fillDatabase(filled.ownerUrl, { people: 600, now: filled.clock.now(), passwordHash: 'none' });
    for (const name of ['owner1', 'owner2']) {
      const visitor = filled.visitor();
      const session = await openSession(filled, `${name}@example.com`);
      visitor.cookies.set('session', session.replace('session=', ''));
      const rows = [];
      for (let page = 1; ; page += 1) {
        const read = await visitor.perform(listSharedWithMe, { page, rows: 100 });
        rows.push(...read.rows);
        if (read.rows.length < 100) break;
      }
      const people = rows.filter((row) => row.connectiontype !== 'FULLNETWORK');
      const valid = people.filter((row) => ['CURRENT', 'INRENEWALWINDOW'].includes(row.connectionstatus));
      const direct = people.filter((row) => row.connectiontype === 'INDIVIDUAL');
      const figures = await visitor.perform(getDashboardFigures, {});
      expect(people.length).toBeGreaterThan(20);
      expect(valid.length).toBeGreaterThan(5);
      expect(figures).toMatchObject({
        people: people.length,
        extended: people.length - direct.length,
        valid: valid.length,
        by_score: grades.map((score) => ({
          score,
          people: valid.filter((row) => row.currenticstatus === score).length,
        })),
        invitations: {
          sent: direct.length,
          reached: direct.filter((row) => row.connectionstatus !== 'INVITEBOUNCE').length,
          valid: direct.filter((row) => valid.includes(row)).length,
        },
      });
      for (const { status, people: counted } of figures.by_status) {
        expect([status, counted]).toEqual([
          status,
          people.filter((row) => row.connectionstatus === status).length,
        ]);
      }
      expect(figures.expiring).toHaveLength(12);
      for (const { month, people: counted } of figures.expiring) {
        expect([month, counted]).toEqual([
          month,
          valid.filter((row) => row.expiration_date?.startsWith(month)).length,
        ]);
      }
      const soon = figures.expiring.reduce((sum, row) => sum + row.people, 0);
      expect(soon + figures.expiring_later).toBe(valid.length);
    }
  });

  it('hold nobody of another company', async () => {
    const [company, other] = [await withDashboard(), await withDashboard()];
    const person = await newScoredPerson(portal, { score: 'IC01' });
    const { inviteid } = await other.owner.visitor.perform(newInvite, { touser: person.shieldId });
    await person.visitor.perform(acceptInvite, { inviteid });
    expect(await other.owner.visitor.perform(getDashboardFigures, {})).toMatchObject({ people: 1, valid: 1 });
    expect(await company.owner.visitor.perform(getDashboardFigures, {})).toMatchObject({
      people: 0,
      valid: 0,
      days_to_complete: [],
    });
  });

  it('tell nothing of who was invited and has not opened the invitation (D106)', async () => {
    const company = await withDashboard();
    const person = await newScoredPerson(portal, { score: 'IC01' });
    await company.owner.visitor.perform(newInvite, { touser: person.emailaddress });
    const figures = await company.owner.visitor.perform(getDashboardFigures, {});
    expect(figures.by_status.filter(({ people }) => people > 0)).toEqual([{ status: 'INVITE', people: 1 }]);
    expect(figures).toMatchObject({ valid: 0, invitations: { sent: 1, reached: 1, completed: 0, valid: 0 } });
  });

  it('count the days until a score was first seen, which stay when sharing ends', async () => {
    const company = await withDashboard();
    const [quick, slow, refusing] = [
      await newScoredPerson(portal, { score: 'IC01' }),
      await newScoredPerson(portal, { score: 'IC03' }),
      await newScoredPerson(portal, { score: 'IC02' }),
    ];
    const invite = async (person: typeof quick) =>
      (await company.owner.visitor.perform(newInvite, { touser: person.shieldId })).inviteid;
    const [first, second, third] = [await invite(quick), await invite(slow), await invite(refusing)];
    await quick.visitor.perform(acceptInvite, { inviteid: first });
    portal.clock.advance(3 * DAY + HOUR);
    const accepting = await signIn(portal, slow);
    await accepting.perform(acceptInvite, { inviteid: second });
    await (await signIn(portal, refusing)).perform(ignoreInvite, { inviteid: third });
    const expected = {
      days_to_complete: [
        { days: 0, people: 1 },
        { days: 3, people: 1 },
      ],
    };
    const owner = await signIn(portal, company.owner);
    expect(await owner.perform(getDashboardFigures, {})).toMatchObject({
      ...expected,
      invitations: { sent: 3, reached: 3, completed: 2, valid: 2 },
    });
    const seen = (await connectionRow(portal, second)).completed_at;
    portal.clock.advance(HOUR / 4);
    await accepting.perform(setConnectionActive, { connectionid: second, active: 'NO' });
    await accepting.perform(setConnectionActive, { connectionid: second, active: 'YES' });
    await accepting.perform(setConnectionActive, { connectionid: second, active: 'NO' });
    expect((await connectionRow(portal, second)).completed_at).toEqual(seen);
    expect(await owner.perform(getDashboardFigures, {})).toMatchObject({
      ...expected,
      invitations: { completed: 2, valid: 1 },
    });
  });
});
