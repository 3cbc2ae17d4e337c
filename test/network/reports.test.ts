import { beforeAll, describe, expect, it, test } from 'vitest';
import { openDispute, readReport, withdrawDispute } from '#modules/applications/index.ts';
import { saveCompanyProfile } from '#modules/enterprise/index.ts';
import { listSeen } from '#modules/identity/index.ts';
import {
  acceptInvite,
  attestPurpose,
  downloadNetworkReport,
  getReportOffer,
  leaveNetwork,
  newInvite,
  readSharedReport,
  requestRemoval,
  setConnectionActive,
  setShareDetails,
} from '#modules/network/index.ts';
import { DAY, MINUTE, newId, sql } from '#modules/platform/index.ts';
import { contentOf } from '#test/content-of.ts';
import { type Applicant, acceptResult, removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { newPerson, type Registered, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { rowsOf } from '#test/sql.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

const purpose = { purpose: 'employment', attested: 'YES' } as const;

interface Shared extends Applicant {
  company: TestCompany;
  connectionid: string;
}

/** A person who shares score and report with a company whose purpose is recorded. */
async function sharing(company?: TestCompany): Promise<Shared> {
  const person = await withResult(portal, '900-00-0002');
  await acceptResult(person);
  const owned = company ?? (await newCompany(portal));
  if (!company) await owned.owner.visitor.perform(attestPurpose, purpose);
  const { inviteid: connectionid } = await owned.owner.visitor.perform(newInvite, {
    touser: person.emailaddress,
  });
  await person.visitor.perform(acceptInvite, { inviteid: connectionid });
  await person.visitor.perform(setShareDetails, { connectionid, reportshared: 'YES' });
  return { ...person, company: owned, connectionid };
}

const link = async ({ connectionid }: Shared, by: Registered) =>
  (await by.visitor.perform(downloadNetworkReport, { connectionid })).downloadlink;
const tokenOf = (downloadlink: string) => downloadlink.split('/').pop() ?? '';
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const open = async (by: Registered, downloadlink: string) => {
  const { pdf } = await by.visitor.perform(readSharedReport, { token: tokenOf(downloadlink) });
  return contentOf(pdf);
};

test('F58: a score that has expired since the last sweep of due rows gives no report', async () => {
  const shared = await sharing();
  const { company, connectionid } = shared;
  const downloadlink = await link(shared, company.owner);
  // The state of the row between 11:00 UTC and the sweep.
  await portal.pool.query(`update connection set expiration = $1 where id = $2 and status = 'CURRENT'`, [
    new Date(portal.clock.now().getTime() - DAY).toISOString().slice(0, 10),
    connectionid,
  ]);
  const offer = await company.owner.visitor.perform(getReportOffer, { connectionid });
  expect(offer.reason).toBe('The score is no longer valid');
  const asked = company.owner.visitor.perform(downloadNetworkReport, { connectionid });
  expect(await codeOf(asked)).toBe('network.not-in-this-state');
  expect(await codeOf(open(company.owner, downloadlink))).toBe('network.not-in-this-state');
});

describe('the report of a person in a company’s network', () => {
  let shared: Shared;
  beforeAll(async () => {
    shared = await sharing();
  });

  it('is a PDF for the member who asked and nobody else, for five minutes, and the person sees who', async () => {
    const { company } = shared;
    const admin = await newTeamMember(portal, company, 'admin');
    const downloadlink = await link(shared, company.owner);
    expect((await open(company.owner, downloadlink)).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(await codeOf(open(admin, downloadlink))).toBe('not-found');
    // The person's own report has a different address.
    expect(await codeOf(company.owner.visitor.perform(readReport, { token: tokenOf(downloadlink) }))).toBe(
      'not-found',
    );
    await open(admin, await link(shared, admin));
    const { seen } = await shared.visitor.perform(listSeen, {});
    expect(seen.filter(({ kind }) => kind === 'report').map(({ viewer_name }) => viewer_name)).toEqual([
      'Test Builders',
      'Test Builders',
    ]);
    expect(
      await rowsOf(
        portal,
        sql`select actor_id, object_id from audit_entry
          where action = 'network.report-downloaded' and about_id = ${shared.accountId} order by at`,
      ),
    ).toEqual([
      { actor_id: company.owner.accountId, object_id: shared.connectionid },
      { actor_id: admin.accountId, object_id: shared.connectionid },
    ]);
    portal.clock.advance(5 * MINUTE);
    const later = { ...company.owner, visitor: await signIn(portal, company.owner) };
    expect(await codeOf(open(later, downloadlink))).toBe('not-found');
  });

  it('is none for a viewer, another company or a stranger', async () => {
    const asked = { connectionid: shared.connectionid };
    const [viewer, other, person] = [
      await newTeamMember(portal, shared.company, 'viewer'),
      (await newCompany(portal)).owner,
      await newPerson(portal),
    ];
    for (const [by, code] of [
      [viewer, 'role-too-low'],
      [other, 'not-found'],
      [person, 'not-found'],
    ] as const) {
      expect(await codeOf(by.visitor.perform(downloadNetworkReport, asked))).toBe(code);
      expect(await codeOf(by.visitor.perform(getReportOffer, asked))).toBe(code);
    }
    expect(await codeOf(viewer.visitor.perform(attestPurpose, purpose))).toBe('role-too-low');
    const answer = await other.visitor.call('POST', '/network/downloadreport', asked);
    expect(answer).toMatchObject({ status: 404, body: { success: false, error_code: 'not-found' } });
  });
});

test.each<[string, (shared: Shared) => Promise<unknown>, string]>([
  [
    'the report is shared no longer',
    ({ visitor, connectionid }) => visitor.perform(setShareDetails, { connectionid, reportshared: 'NO' }),
    'network.not-in-this-state',
  ],
  [
    'sharing is switched off',
    ({ visitor, connectionid }) => visitor.perform(setConnectionActive, { connectionid, active: 'NO' }),
    'network.not-in-this-state',
  ],
  [
    'a dispute holds the score',
    ({ visitor, applicationId }) =>
      visitor.perform(openDispute, {
        applicationid: applicationId,
        errortext: 'no answer to this',
        items: [],
      }),
    'network.not-in-this-state',
  ],
  [
    'the company removed the person',
    ({ company, connectionid }) => company.owner.visitor.perform(requestRemoval, { connectionid }),
    'not-found',
  ],
  [
    'the person left',
    async ({ visitor, connectionid }) => {
      await visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
      await visitor.perform(leaveNetwork, { connectionid, connectiontype: 'INDIVIDUAL' });
    },
    'not-found',
  ],
  [
    'the company changed its purpose',
    ({ company }) =>
      company.owner.visitor.perform(saveCompanyProfile, { permissible_purpose: 'tenant-screening' }),
    'network.purpose-needed',
  ],
])('no report, and none at an address made before, once %s', async (_, change, code) => {
  const shared = await sharing();
  const { owner } = shared.company;
  const before = await link(shared, owner);
  await open(owner, before);
  await change(shared);
  expect(await codeOf(link(shared, owner))).toBe(code);
  expect(await codeOf(open(owner, before))).toBe(code);
});

test('a withdrawn dispute gives the report back', async () => {
  const shared = await sharing();
  const asked = { applicationid: shared.applicationId, errortext: 'no answer to this', items: [] };
  const { disputeid } = await shared.visitor.perform(openDispute, asked);
  await shared.visitor.perform(withdrawDispute, { disputeid });
  await open(shared.company.owner, await link(shared, shared.company.owner));
});

describe('the purpose', () => {
  it('is asked once for the company, kept with who attested it, and is the one of its settings', async () => {
    const company = await newCompany(portal);
    const shared = await sharing(company);
    const { visitor } = company.owner;
    const asked = { connectionid: shared.connectionid };
    expect(await codeOf(link(shared, company.owner))).toBe('network.purpose-needed');
    expect(await visitor.perform(getReportOffer, asked)).toEqual({
      reason: null,
      attested: null,
      suggested: '',
    });
    const admin = await newTeamMember(portal, company, 'admin');
    await admin.visitor.perform(attestPurpose, purpose);
    const offer = await visitor.perform(getReportOffer, asked);
    expect(offer).toMatchObject({
      reason: null,
      suggested: 'employment',
      attested: { purpose: 'employment' },
    });
    await open(company.owner, await link(shared, company.owner));
    expect(
      await rowsOf(
        portal,
        sql`select attested_by_account_id, owner_account_id, purpose from report_purpose
          where owner_company_id = ${company.companyId}`,
      ),
    ).toEqual([{ attested_by_account_id: admin.accountId, owner_account_id: null, purpose: 'employment' }]);
  });

  it.each([
    ['a purpose that the law does not know', { purpose: 'curiosity', attested: 'YES' }],
    ['no attestation', { purpose: 'employment' }],
  ])('is not taken with %s', async (_, input) => {
    const company = await newCompany(portal);
    expect(await codeOf(company.owner.visitor.perform(attestPurpose, input as never))).toBe('invalid-input');
  });

  it('of a person who owns a network is their own', async () => {
    const owner = await newPerson(portal);
    const shared = await sharing({ companyId: newId(), owner });
    expect(await codeOf(link(shared, owner))).toBe('network.purpose-needed');
    await owner.visitor.perform(attestPurpose, purpose);
    await open(owner, await link(shared, owner));
  });
});
