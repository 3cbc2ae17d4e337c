import { beforeAll, describe, expect, it } from 'vitest';
import {
  addException,
  connectionGrid,
  getConnection,
  listSharedWithMe,
  newInvite,
  readExport,
} from '#modules/network/index.ts';
import { newAlertedCompany, subscribeTo } from '#test/factories/alert-mails.ts';
import { newCompany, newScoredPerson, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';

/** Who is in compliance, in My Network (D131). */

const portal = await testPortal();

const join = async (company: TestCompany, lastname: string, score: 'IC01' | 'IC03') =>
  joinNetwork(company, await newScoredPerson(portal, { firstname: 'Ann', lastname, score, days: 300 }));

const last_date = portal.clock.now().toISOString().slice(0, 10);

describe('a company with a rule', () => {
  let company: Awaited<ReturnType<typeof newAlertedCompany>>;
  let excepted: string;

  beforeAll(async () => {
    company = await newAlertedCompany(portal);
    await subscribeTo(company.owner, { maxscore: 1 });
    await join(company, 'In', 'IC01');
    await join(company, 'Out', 'IC03');
    excepted = await join(company, 'Excepted', 'IC03');
    await company.owner.visitor.perform(newInvite, { touser: 'invited@example.com' });
    await company.owner.visitor.perform(addException, {
      connectionid: excepted,
      reason: 'Renewal is booked',
      last_date,
    });
  });

  it.each([
    [undefined, 'Excepted EXCEPTION, In IN, invited@example.com null, Out SCORE'],
    ['in', 'In IN'],
    ['out', 'Out SCORE'],
    ['exception', 'Excepted EXCEPTION'],
  ] as const)('finds with the filter %s: %s', async (compliance, expected) => {
    const { rows, total } = await company.owner.visitor.perform(listSharedWithMe, { compliance });
    const found = rows.map((row) => `${row.lastname || row.emailaddress} ${row.compliance}`);
    expect([found.join(', '), total]).toEqual([expected, found.length]);
  });

  it('exports it in words', async () => {
    const at = connectionGrid.csv.head().indexOf('Compliance');
    const { rows } = await company.owner.visitor.perform(readExport, {});
    expect(rows.map((row) => connectionGrid.csv.cells(row, 'UTC')[at])).toEqual([
      'In compliance by exception',
      'In compliance',
      '',
      'Out of compliance',
    ]);
    expect(connectionGrid.csv.head(['compliance'])).not.toContain('Compliance');
  });

  it('shows the reason of an exception to owners and admins, not to viewers', async () => {
    const viewer = await newTeamMember(portal, company, 'viewer');
    const seen = async ({ visitor }: typeof viewer) =>
      (await visitor.perform(getConnection, { connectionid: excepted })).exception;
    expect([await seen(company.admin), await seen(viewer)]).toEqual([
      { reason: 'Renewal is booked', last_date },
      null,
    ]);
  });
});

it('a company without alerts is not told who is in compliance', async () => {
  const company = await newCompany(portal);
  const id = await join(company, 'Somebody', 'IC01');
  const { rows } = await company.owner.visitor.perform(listSharedWithMe, {});
  expect(rows).toMatchObject([{ id, compliance: null }]);
});
