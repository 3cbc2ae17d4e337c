import { beforeAll, describe, expect, it } from 'vitest';
import { allowProofs, explainPipelineAlert } from '#modules/admin/index.ts';
import {
  archiveShieldIds,
  getApprovalEnd,
  lookUpArchivedShieldId,
  proveApproval,
  scoreApproval,
  switchLinking,
} from '#modules/applications/index.ts';
import { applicationsLimits } from '#modules/applications/limits.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  listInvitations,
  listPendingInvites,
  newInvite,
  provePendingInvites,
} from '#modules/network/index.ts';
import { DAY, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { centerCode } from '#test/factories/invite-center.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { shows, showsCount } from '#test/shown.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);
const most = applicationsLimits['proof.wrong-count'];
const proof = { dateofbirth: '04/12/1985', ssnlast4: '0001' };

beforeAll(async () => {
  await portal.work('test.linking', (work) => switchLinking(work, true));
});

let addresses = 0;
const stranger = () => {
  addresses += 1;
  return portal.visitor({ address: `198.51.100.${addresses}` });
};
const codeOf = (refused: Promise<unknown>) => refused.catch((error) => error.code);

async function alertsAbout(accountId: string) {
  const { rows } = await sql<{ id: string; reason: string }>`select id, reason from pipeline_alert
    where alert_type = 'proof_limit' and account_id = ${accountId}`.execute(portal.db);
  return rows;
}

async function wrongProofsAbout(accountId: string): Promise<number> {
  const { rows } = await sql`select 1 from audit_entry
    where action = 'applications.proof-wrong' and about_id = ${accountId}`.execute(portal.db);
  return rows.length;
}

/** Staff are mailed about the links of the other tests too. */
async function mailsAboutNumbers(): Promise<(string | null)[]> {
  await portal.runJobs();
  const { support_email: to } = await brandForHost(portal, null);
  const mails = await listOutbox(portal.db, { to, limit: 50 });
  return mails
    .map(({ subject }) => subject)
    .filter((subject) => subject === 'Too many wrong entries for a ShieldID from a former account');
}

let archived = 0;
async function archive() {
  archived += 1;
  const number = `TX${String(400_000_000 + archived)}`;
  const former = { number, ssn: `900-40-${String(1000 + archived)}`, dateofbirth: '1980-02-01' };
  await portal.work('test.archive', (work) => archiveShieldIds(work, [former]));
  return { shieldid: number, ssn: former.ssn, dateofbirth: former.dateofbirth };
}

describe('D127: five wrong proofs in life', () => {
  it('for a former ShieldID, from whichever accounts and at the same time, and then staff alone can go on', async () => {
    const former = await archive();
    const wrong = { ...former, ssn: '900-40-0009' };
    const people = await Promise.all(Array.from({ length: 8 }, () => newPerson(portal)));
    await Promise.all(people.map(({ visitor }) => visitor.perform(lookUpArchivedShieldId, wrong)));
    const audited = await Promise.all(people.map(({ accountId }) => wrongProofsAbout(accountId)));
    expect(audited.filter((entries) => entries === 1)).toHaveLength(most);
    const owner = await newPerson(portal);
    const claim = () => owner.visitor.perform(lookUpArchivedShieldId, former);
    expect(await claim()).toEqual({ matchfound: false, shieldid: null });

    const alerts = (await Promise.all(people.map(({ accountId }) => alertsAbout(accountId)))).flat();
    expect(alerts).toMatchObject([{ reason: 'archived-shield-id' }]);
    const alertid = alerts[0]?.id ?? '';
    const staff = await newStaff(portal);
    const { circumstances } = await staff.visitor.perform(explainPipelineAlert, { alertid });
    expect(circumstances.proofs).toMatchObject({ number: former.shieldid, wrong: most });
    expect(circumstances.proofs?.by).toHaveLength(most);
    expect(await mailsAboutNumbers()).toHaveLength(1);

    await staff.visitor.perform(allowProofs, { alertid, note: 'Called back and checked the old file.' });
    expect(await claim()).toEqual({ matchfound: true, shieldid: former.shieldid });
    expect(
      await codeOf(staff.visitor.perform(allowProofs, { alertid, note: 'Once more, by mistake.' })),
    ).toBe('admin.alert-settled');
  });

  it('for a number that nobody has archived, none is counted, and the answer is the same', async () => {
    const { visitor, accountId } = await newPerson(portal);
    const unknown = { shieldid: 'TX499999999', ssn: '900-40-0001', dateofbirth: '1980-02-01' };
    expect(await visitor.perform(lookUpArchivedShieldId, unknown)).toEqual({
      matchfound: false,
      shieldid: null,
    });
    expect(await wrongProofsAbout(accountId)).toBe(0);
  });

  it('for a link to a waiting score, over days, and then it is dead for everybody', async () => {
    const { code, accountId } = await withResult(portal);
    const prove = (ssnlast4: string) =>
      stranger().perform(proveApproval, { approvalcode: code, ...proof, ssnlast4 });
    const refusals: string[] = [];
    const taken = await showsCount('proof.wrong-count', async () => {
      const refused = await prove('0009').catch((error) => error);
      refusals.push(refused.code);
      if (refused.code === 'applications.proofs-used-up') shows('score.proofs-used-up', refused.text);
      // A right one takes nothing away.
      else if (refused.code === 'applications.proof-mismatch') await prove(proof.ssnlast4);
      portal.clock.advance(DAY);
      return refused.code !== 'not-found';
    });
    expect(taken).toBe(most);
    expect(refusals).toEqual([
      ...Array(most - 1).fill('applications.proof-mismatch'),
      'applications.proofs-used-up',
      'not-found',
    ]);
    expect(await codeOf(prove(proof.ssnlast4))).toBe('not-found');
    expect(await codeOf(stranger().perform(scoreApproval, { approvalcode: code }))).toBe('not-found');
    expect(await stranger().perform(getApprovalEnd, { approvalcode: code })).toEqual({ how: 'locked' });
    expect(await wrongProofsAbout(accountId)).toBe(most);
    const [alert, ...others] = await alertsAbout(accountId);
    expect(others).toEqual([]);
    // Only a former ShieldID is opened again.
    const staff = await newStaff(portal);
    const again = staff.visitor.perform(allowProofs, {
      alertid: alert?.id ?? '',
      note: 'Asked by telephone.',
    });
    expect(await codeOf(again)).toBe('not-found');
  });

  it('for a link to invitations, which stay open', async () => {
    const company = await newCompany(portal);
    const person = await newPerson(portal);
    await company.owner.visitor.perform(newInvite, { touser: person.emailaddress });
    const invitecode = await centerCode(portal, person.emailaddress);
    for (let time = 0; time < most; time += 1) {
      const wrong = { invitecode, dateofbirth: '01/01/1990', ssnlast4: '1111' };
      await codeOf(stranger().perform(provePendingInvites, wrong));
    }
    expect(await codeOf(stranger().perform(listPendingInvites, { invitecode }))).toBe('not-found');
    expect((await person.visitor.perform(listInvitations, {})).invitations).toHaveLength(1);
    expect(await wrongProofsAbout(person.accountId)).toBe(most);
    expect(await alertsAbout(person.accountId)).toMatchObject([{ reason: 'invite-center-link' }]);
  });
});
