import { describe, expect, test } from 'vitest';
import {
  downloadReport,
  downloadReportFromCode,
  getApplicationFromCode,
  proveApproval,
  readReport,
  saveAcceptFromCode,
  scoreApproval,
} from '#modules/applications/index.ts';
import { mintApprovalCode } from '#modules/applications/score/approval.ts';
import { listSeen, savePreferences, setAccountActive } from '#modules/identity/index.ts';
import { listPendingInvites, newInvite, search } from '#modules/network/index.ts';
import { DAY, MINUTE } from '#modules/platform/browser.ts';
import { sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { contentOf } from '#test/content-of.ts';
import { acceptResult, newApplicant, removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { newCompany } from '#test/factories/network.ts';
import { actAs, newPerson } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(portal.db)).rows;

const proof = { dateofbirth: '04/12/1985', ssnlast4: '0001' };

describe('F101: an approval link', () => {
  test('opens nothing before date of birth and last four digits match, or the person is signed in', async () => {
    const { code, applicationId, visitor } = await withResult(portal);
    const stranger = portal.visitor({ address: '198.18.1.1' });
    expect(await stranger.perform(scoreApproval, { approvalcode: code })).toMatchObject({
      proof_needed: true,
      pendingapprovalcode: code,
      application: { applicationid: applicationId, composite_status_code: 'newrequiresapproval' },
    });
    const shut = await stranger
      .perform(getApplicationFromCode, { pendingapprovalcode: code })
      .catch((error) => error);
    expect(shut).toMatchObject({ code: 'applications.proof-needed' });
    shows('score.proof-needed', shut.text);
    await expect(
      stranger.perform(downloadReportFromCode, { pendingapprovalcode: code }),
    ).rejects.toMatchObject({ code: 'applications.proof-needed' });
    const wrong = await stranger
      .perform(proveApproval, { approvalcode: code, ...proof, ssnlast4: '0002' })
      .catch((error) => error);
    expect(wrong).toMatchObject({ code: 'applications.proof-mismatch' });
    shows('score.proof-mismatch', wrong.text);
    await stranger.perform(proveApproval, { approvalcode: code, ...proof });
    const open = await stranger.perform(getApplicationFromCode, { pendingapprovalcode: code });
    expect(open.pendingapproval?.icscore).toBe('IC01+');
    const own = await visitor.perform(scoreApproval, { approvalcode: code });
    expect(own.proof_needed).toBe(false);
    const someone = await newPerson(portal);
    expect((await someone.visitor.perform(scoreApproval, { approvalcode: code })).proof_needed).toBe(true);
  });

  test('more simultaneous guesses than connections delay nobody else', async () => {
    const guesses = Array.from({ length: 24 }, (_, turn) =>
      portal
        .visitor({ address: `198.18.2.${turn}` })
        .perform(proveApproval, { approvalcode: `guess-${'x'.repeat(20)}-${turn}`, ...proof })
        .catch((error) => error),
    );
    for (const refusal of await Promise.all(guesses)) expect(refusal).toMatchObject({ code: 'not-found' });
  });

  test('opens nothing of a closed account, whoever has proven it before', async () => {
    const { code, applicationId, accountId } = await withResult(portal);
    const holder = portal.visitor({ address: '198.18.1.9' });
    await holder.perform(proveApproval, { approvalcode: code, ...proof });
    const by = { applicationid: applicationId, pendingapprovalcode: code };
    await holder.perform(saveAcceptFromCode, { ...by, acceptterms: 'YES' });
    await portal.work('test.close', (work) => setAccountActive(work, accountId, false));
    for (const attempt of [
      () => holder.perform(scoreApproval, { approvalcode: code }),
      () => holder.perform(proveApproval, { approvalcode: code, ...proof }),
      () => holder.perform(downloadReportFromCode, { pendingapprovalcode: code }),
      () => holder.perform(saveAcceptFromCode, { ...by, reviewaction: 'accept' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not-found' });
    }
    expect(await rows(sql`select 1 from shield_score where account_id = ${accountId}`)).toHaveLength(0);
  });

  test('decides without signing in, is used up by it, and opens only the end afterwards', async () => {
    const { code, applicationId, accountId } = await withResult(portal);
    const stranger = portal.visitor({ address: '198.18.1.2' });
    await stranger.perform(proveApproval, { approvalcode: code, ...proof });
    const by = { applicationid: applicationId, pendingapprovalcode: code };
    await stranger.perform(saveAcceptFromCode, { ...by, acceptterms: 'YES' });
    await stranger.perform(scoreApproval, { approvalcode: code });
    expect(await stranger.perform(saveAcceptFromCode, { ...by, reviewaction: 'accept' })).toMatchObject({
      nextstep: 8,
    });
    await stranger.perform(saveAcceptFromCode, {
      ...by,
      details: { update_sharing: { network_autoacceptinvite: 'NO', network_searchresults: 'YES' } },
    });
    const after = await portal.visitor().perform(scoreApproval, { approvalcode: code });
    expect(after.pendingapprovalcode).toBe('-1');
    const scores = await rows(sql`select 1 from shield_score where account_id = ${accountId}`);
    expect(scores).toHaveLength(1);
  });

  test('leads to a score, whose mail leads to the invitations that wait', async () => {
    const activeMail = async (invited: boolean) => {
      const { code, applicationId, emailaddress } = await withResult(portal);
      if (invited) {
        const { owner } = await newCompany(portal);
        await owner.visitor.perform(newInvite, { touser: emailaddress });
      }
      const stranger = portal.visitor({ address: '198.18.1.5' });
      await stranger.perform(proveApproval, { approvalcode: code, ...proof });
      const by = { applicationid: applicationId, pendingapprovalcode: code };
      await stranger.perform(saveAcceptFromCode, { ...by, acceptterms: 'YES' });
      await stranger.perform(saveAcceptFromCode, { ...by, reviewaction: 'accept' });
      await portal.runJobs();
      const mails = await listOutbox(portal.db, { to: emailaddress });
      return mails.find(({ subject }) => subject === 'Your ShieldScore is active')?.text ?? '';
    };
    const invitecode = /\/pendinginvites\/([\w-]{22})/.exec(await activeMail(true))?.[1] ?? '';
    const { invites } = await portal.visitor().perform(listPendingInvites, { invitecode });
    expect(invites).toHaveLength(1);
    expect(await activeMail(false)).not.toContain('pendinginvites');
  });

  test('is kept as a hash only, of 128 bits, and lapses after 30 days', async () => {
    const { code } = await withResult(portal);
    expect(Buffer.from(code, 'base64url')).toHaveLength(16);
    const kept = await rows(sql<{ all: string }>`select approval_code::text as all from approval_code`);
    expect(kept.some((row) => row.all.includes(code))).toBe(false);
    const stranger = portal.visitor({ address: '198.18.1.3' });
    const [made] = await rows(
      sql<{ at: Date; ends: Date }>`
      select created_at as at, expires_at as ends from approval_code order by created_at desc limit 1`,
    );
    if (!made) throw new Error('no code is kept');
    expect(made.ends.getTime() - made.at.getTime()).toBe(30 * DAY);
    portal.clock.stop();
    portal.clock.set(new Date(made.ends.getTime() - 1));
    expect(await stranger.perform(scoreApproval, { approvalcode: code })).toBeTruthy();
    portal.clock.set(made.ends);
    await expect(stranger.perform(scoreApproval, { approvalcode: code })).rejects.toMatchObject({
      code: 'not-found',
    });
    portal.clock.run();
  });

  test('has the forms of the documents: prefix and 16 digits is looked up, -1 is the end', async () => {
    const stranger = portal.visitor({ address: '198.18.1.4' });
    expect(await stranger.perform(scoreApproval, { approvalcode: '-1' })).toMatchObject({
      pendingapprovalcode: '-1',
      application: null,
    });
    for (const unknown of ['AB|1234567890123456', 'a'.repeat(22)]) {
      const { status } = await stranger.call('POST', '/general/scoreapproval', { approvalcode: unknown });
      expect(status).toBe(404);
    }
    for (const wrong of ['AB|123', '-2', '', '../etc', 'AB|1234567890123456x']) {
      const { status } = await stranger.call('POST', '/general/scoreapproval', { approvalcode: wrong });
      expect(status).toBe(400);
    }
  });

  test('limits guesses', async () => {
    const { code } = await withResult(portal);
    const guess = (address: string) =>
      portal
        .visitor({ address })
        .perform(proveApproval, { approvalcode: code, dateofbirth: '01/01/1990', ssnlast4: '1111' })
        .catch((error) => error.code);
    const codes: string[] = [];
    for (let time = 0; time < 6; time += 1) codes.push(await guess(`198.18.2.${time}`));
    const mismatch = 'applications.proof-mismatch';
    expect(codes).toEqual([...Array(4).fill(mismatch), 'applications.proofs-used-up', 'throttled']);
    const asking = portal.visitor({ address: '198.18.2.100' });
    const ask = () => asking.perform(scoreApproval, { approvalcode: '-1' }).catch((error) => error);
    for (let time = 0; time < 60; time += 1) expect(await ask()).toMatchObject({ proof_needed: false });
    expect(await ask()).toMatchObject({ code: 'throttled' });
  });

  test('limits guesses for one person over all of their links, and from one address over all people', async () => {
    const { applicationId, code } = await withResult(portal);
    const [change] = await rows(
      sql<{ id: string }>`select id from score_change where application_id = ${applicationId}`,
    );
    const second = await portal.work('test.mint', (work) => mintApprovalCode(work, change?.id ?? ''));
    const guess = (approvalcode: string, address: string) =>
      portal
        .visitor({ address })
        .perform(proveApproval, { approvalcode, ...proof, ssnlast4: '0009' })
        .catch((error) => error.code);
    const mismatch = 'applications.proof-mismatch';
    const ofPerson: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      ofPerson.push(await guess(turn % 2 ? second : code, `198.18.3.${turn}`));
    }
    expect(ofPerson).toEqual([...Array(5).fill(mismatch), 'throttled']);
    const { options } = await refusalOf(
      portal
        .visitor({ address: '198.18.3.9' })
        .perform(proveApproval, { approvalcode: second, ...proof, ssnlast4: '0009' }),
    );
    // In seconds.
    expect(options.retryAfter).toBeGreaterThan(60);
    expect(options.retryAfter).toBeLessThan(2 * 3600);
    const fromAddress: string[] = [];
    for (let turn = 0; turn < 21; turn += 1) {
      fromAddress.push(await guess(`unknown-${turn}-${'x'.repeat(20)}`, '198.18.4.1'));
    }
    expect(fromAddress).toEqual([...Array(20).fill('not-found'), 'throttled']);
    expect(await guess((await withResult(portal)).code, '198.18.4.2')).toBe(mismatch);
  });

  test('stays open for half an hour after the proof, for this code and in this browser alone', async () => {
    const [one, other] = [await withResult(portal), await withResult(portal)];
    portal.clock.stop();
    const reader = portal.visitor({ address: '198.18.1.11' });
    const needed = async (approvalcode: string, visitor = reader) =>
      (await visitor.perform(scoreApproval, { approvalcode })).proof_needed;
    await reader.perform(proveApproval, { approvalcode: one.code, ...proof });
    expect(await needed(one.code)).toBe(false);
    expect(await needed(other.code)).toBe(true);
    expect(await needed(one.code, portal.visitor({ address: '198.18.1.11' }))).toBe(true);
    portal.clock.advance(30 * MINUTE - 1);
    expect(await needed(one.code)).toBe(false);
    portal.clock.advance(1);
    expect(await needed(one.code)).toBe(true);
    portal.clock.run();
  });

  test('asks staff in an admin session, and whoever has not finished signing in, for the proof', async () => {
    const applicant = await withResult(portal);
    const needed = async (visitor: typeof applicant.visitor, approvalcode = applicant.code) =>
      (await visitor.perform(scoreApproval, { approvalcode })).proof_needed;
    expect(await needed(applicant.visitor)).toBe(false);
    expect(await needed(await actAs(portal, applicant))).toBe(true);
    for (const lacks of [
      'update account set accepted_terms_id = null where id = $1',
      'update account set email_verified_at = null where id = $1',
      'update session set two_step_at = null where account_id = $1 and admin_account_id is null',
    ]) {
      const { visitor, accountId, code } = await withResult(portal);
      await portal.pool.query(lacks, [accountId]);
      expect(await needed(visitor, code), lacks).toBe(true);
    }
  });

  test('for one application decides no other', async () => {
    const first = await withResult(portal);
    const second = await withResult(portal);
    await expect(
      first.visitor.perform(saveAcceptFromCode, {
        applicationid: second.applicationId,
        pendingapprovalcode: first.code,
        acceptterms: 'YES',
      }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the report', () => {
  test('is sealed in the storage and fetched by an address for five minutes', async () => {
    provesLegalText('score-by-agency');
    const applicant = await withResult(portal);
    const { downloadlink } = await applicant.visitor.perform(downloadReport, {
      appid: applicant.applicationId,
    });
    const token = downloadlink.split('/').at(-1) ?? '';
    const fetched = await applicant.visitor.perform(readReport, { token });
    expect((await contentOf(fetched.pdf)).toString('latin1', 0, 5)).toBe('%PDF-');
    const notFound = { code: 'not-found' };
    const forged = `${token.slice(0, -2)}AA`;
    await expect(applicant.visitor.perform(readReport, { token: forged })).rejects.toMatchObject(notFound);
    await expect(portal.visitor().perform(readReport, { token })).rejects.toMatchObject(notFound);
    const other = await newPerson(portal);
    await expect(other.visitor.perform(readReport, { token })).rejects.toMatchObject(notFound);
    const [stored] = await rows(sql<{ report_key: string; download_link_clicked: boolean }>`
      select report_key, download_link_clicked from score_change
      where application_id = ${applicant.applicationId}`);
    expect(stored?.download_link_clicked).toBe(true);
    const file = await portal.storage.get(stored?.report_key ?? '');
    const first = await file.body[Symbol.asyncIterator]().next();
    expect(String(first.value)).toMatch(/^v1\./);
    portal.clock.advance(5 * MINUTE + 1000);
    await expect(applicant.visitor.perform(readReport, { token })).rejects.toMatchObject(notFound);
  });

  test('opened by its own person, signed in or by code, is kept and not listed among who saw them (D48)', async () => {
    const applicant = await withResult(portal);
    const { visitor, accountId, applicationId, code, emailaddress } = applicant;
    await visitor.perform(downloadReport, { appid: applicationId });
    const reader = portal.visitor({ address: '198.18.1.9' });
    await reader.perform(proveApproval, { approvalcode: code, ...proof });
    await reader.perform(downloadReportFromCode, { pendingapprovalcode: code });
    await acceptResult(applicant);
    await portal.work('test.shared', (work) =>
      savePreferences(work, accountId, { network_searchresults: true }),
    );
    const kept = await rows(sql<{ kind: string; own: boolean }>`
      select kind, viewer_account_id = person_id as own from access_entry where person_id = ${accountId}`);
    expect(kept).toEqual([{ kind: 'report', own: true }]);
    const seen = async () => (await visitor.perform(listSeen, {})).seen;
    expect(await seen()).toEqual([]);
    const stranger = await newPerson(portal, { firstname: 'Sam', lastname: 'Stranger' });
    await stranger.visitor.perform(search, { searchterm: emailaddress });
    expect(await seen()).toMatchObject([
      { viewer_name: 'Sam Stranger', kind: 'search', first_at: expect.any(Date) },
    ]);
  });

  test('of a check without a result: Error: Report failure', async () => {
    const applicant = await newApplicant(portal);
    const failed = await applicant.visitor.call('GET', '/application/downloadreport', {
      appid: applicant.applicationId,
    });
    expect(failed.body.error_message).toBe('Error: Report failure');
    shows('report.failure', failed.body.error_message);
  });
});
