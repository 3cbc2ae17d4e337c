import { describe, expect, test } from 'vitest';
import {
  findActiveScore,
  getApplicationPdf,
  getMyApplication,
  pendingInvitesChosen,
  saveAccept,
  scoreActivated,
} from '#modules/applications/index.ts';
import { isShieldId } from '#modules/applications/score/shieldid.ts';
import { getPerson } from '#modules/identity/index.ts';
import { DAY, newId, sql } from '#modules/platform/index.ts';
import {
  type Applicant,
  newApplicant,
  newestApprovalCode,
  payFor,
  removeSandboxDelays,
  submit,
  withResult,
} from '#test/factories/applicants.ts';
import { newBrandedHost } from '#test/factories/branding.ts';
import { hearEvents } from '#test/factories/heard-events.ts';
import { newPerson } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { pdfPaint } from '#test/pdf-text.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(portal.db)).rows;

const terms = (a: Applicant) =>
  a.visitor.perform(saveAccept, { applicationid: a.applicationId, acceptterms: 'YES' });
const accept = (a: Applicant) =>
  a.visitor.perform(saveAccept, { applicationid: a.applicationId, reviewaction: 'accept' });
const report = (a: Applicant, errortext = 'That is not my address') =>
  a.visitor.perform(saveAccept, {
    applicationid: a.applicationId,
    details: { cra_error_request: { errortext } },
  });
const approval = async (a: Applicant) =>
  (await a.visitor.perform(getMyApplication, { applicationid: a.applicationId })).pendingapproval;
const scoreOf = (a: Applicant) => portal.work('test.score', (work) => findActiveScore(work, a.accountId));

describe('accepting', () => {
  test('F100, F103: goes through intro, terms, review and sharing to the end, and the score is active', async () => {
    provesLegalText('active-until');
    const [activated, chosen] = [
      hearEvents(portal, scoreActivated),
      hearEvents(portal, pendingInvitesChosen),
    ];
    const applicant = await withResult(portal);
    const { accountId, applicationId } = applicant;
    expect(await approval(applicant)).toMatchObject({
      icscore: 'IC01+',
      previous_icscore: null,
      acceptterms: false,
      nextstep: 1,
      certification_number: null,
      terms_html: expect.stringContaining('<'),
      findings: expect.arrayContaining([
        expect.objectContaining({
          search: 'County criminal',
          places: ['Travis County, TX'],
          searched_on: portal.clock.now().toISOString().slice(0, 10),
          result: 'No records',
          clear: true,
          records: [],
        }),
      ]),
    });
    const early = await accept(applicant).catch((error) => error);
    expect(early).toMatchObject({ code: 'applications.score-terms-needed' });
    shows('score.terms-needed', early.text);
    expect((await terms(applicant)).nextstep).toBe(3);
    expect(await accept(applicant)).toMatchObject({ nextstep: 8, composite_status_code: 'done' });
    const active = await scoreOf(applicant);
    if (!active) throw new Error('no score');
    expect(isShieldId(active.shield_id)).toBe(true);
    expect(active.shield_id).toMatch(/^TX/);
    expect(await approval(applicant)).toMatchObject({
      reviewaction: 'accept',
      certification_number: active.shield_id,
      certification_expiration: active.expiration,
      monitoring: false,
      pendingInvites: [],
      statements: [],
      holder: 'Pat Person',
    });
    const nextYear = new Date(portal.clock.now());
    nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1);
    expect(active.expiration).toBe(nextYear.toISOString().slice(0, 10));
    expect((await applicant.visitor.caller())?.facts).toMatchObject({
      certification_number: active.shield_id,
      certification_score: 'IC01+',
      certification_expiration: active.expiration,
      pending_score_change: false,
      open_application: false,
    });
    const shared = await applicant.visitor.perform(saveAccept, {
      applicationid: applicant.applicationId,
      details: {
        update_sharing: { network_autoacceptinvite: 'YES', network_searchresults: 'YES', pendingInvites: [] },
      },
    });
    expect(shared.nextstep).toBe(100);
    const { shield_id: shieldId, score, expiration } = active;
    expect(activated).toEqual([{ accountId, applicationId, shieldId, score, expiration }]);
    expect(chosen).toEqual([{ accountId, inviteIds: [] }]);
    const person = await portal.work('test.person', (work) => getPerson(work, applicant.accountId));
    expect(person.preferences).toMatchObject({ network_autoacceptinvite: true, network_searchresults: true });
  });

  test('keeps which terms were agreed to, when and where', async () => {
    const applicant = await withResult(portal);
    const kept = () =>
      rows(sql<Record<string, unknown>>`
        select change.*, terms.kind from score_change change
        join terms_version terms on terms.id = change.terms_version_id
        where application_id = ${applicant.applicationId}`);
    await terms(applicant);
    const first = await kept();
    expect(first).toMatchObject([
      { kind: 'score', terms_agent: 'Visitor/1.0', terms_address: expect.stringMatching(/^198\.51\./) },
    ]);
    portal.clock.advance(1000);
    await terms(applicant);
    expect(await kept()).toEqual(first);
    expect(first).toMatchObject([{ download_link_clicked: false, sharing_saved_at: null }]);
    const early = applicant.visitor.perform(saveAccept, {
      applicationid: applicant.applicationId,
      details: {
        update_sharing: { network_autoacceptinvite: 'YES', network_searchresults: 'YES', pendingInvites: [] },
      },
    });
    await expect(early).rejects.toMatchObject({ code: 'applications.not-complete' });
    await applicant.visitor.perform(saveAccept, {
      applicationid: applicant.applicationId,
      downloadlinkclicked: 'YES',
    });
    expect(await kept()).toMatchObject([{ download_link_clicked: true }]);
  });

  test('F99: twice at the same moment gives one ShieldID and one score', async () => {
    const applicant = await withResult(portal);
    await terms(applicant);
    const both = await Promise.all(Array.from({ length: 6 }, () => accept(applicant)));
    expect(both.every((one) => one.composite_status_code === 'done')).toBe(true);
    const counted = await rows(sql<{ ids: number; scores: number }>`
      select (select count(*) from shield_id where account_id = ${applicant.accountId}) as ids,
        (select count(*) from shield_score where account_id = ${applicant.accountId}) as scores`);
    expect(counted).toEqual([{ ids: 1, scores: 1 }]);
  });

  test('and reporting an error at the same moment: one of the two happens', async () => {
    for (let round = 0; round < 4; round += 1) {
      const applicant = await withResult(portal);
      await terms(applicant);
      const [accepted, reported] = await Promise.allSettled([accept(applicant), report(applicant)]);
      const won = [accepted, reported].filter((one) => one.status === 'fulfilled');
      expect(won).toHaveLength(1);
      const [row] = await rows(sql<{ status: string; scores: number; disputes: number }>`
        select status, (select count(*) from shield_score where application_id = application.id) as scores,
          (select count(*) from dispute join score_change change on change.id = score_change_id
            where change.application_id = application.id) as disputes
        from application where id = ${applicant.applicationId}`);
      expect(row).toEqual(
        accepted.status === 'fulfilled'
          ? { status: 'done', scores: 1, disputes: 0 }
          : { status: 'correctionrequest', scores: 0, disputes: 1 },
      );
    }
  });

  test('a renewal keeps the ShieldID and replaces the score', async () => {
    const applicant = await withResult(portal, '900-00-0002');
    await terms(applicant);
    await accept(applicant);
    const first = await scoreOf(applicant);
    const renewed = { ...applicant, applicationId: await payFor(portal, applicant.accountId) };
    await submit(renewed, '900-00-0003');
    await portal.runJobs();
    expect(await approval(renewed)).toMatchObject({ icscore: 'IC02', previous_icscore: 'IC01' });
    await terms(renewed);
    await accept(renewed);
    const second = await scoreOf(applicant);
    expect(second).toMatchObject({ shield_id: first?.shield_id, score: 'IC02' });
    const ended = await rows(sql`
      select 1 from shield_score where account_id = ${applicant.accountId} and ended_at is not null`);
    expect(ended).toHaveLength(1);
  });

  test('a ShieldID is never given again: the database keeps the row', async () => {
    const applicant = await withResult(portal);
    await terms(applicant);
    await accept(applicant);
    const own = sql`where account_id = ${applicant.accountId}`;
    await expect(sql`delete from shield_id ${own}`.execute(portal.db)).rejects.toThrow();
    await expect(
      sql`update shield_id set account_id = ${newId()} ${own}`.execute(portal.db),
    ).rejects.toThrow();
    const second = sql`
      insert into shield_id (number, account_id, issued_at)
      values ('TX000000000', ${applicant.accountId}, now())`;
    await expect(second.execute(portal.db)).rejects.toThrow(/shield_id_active_key/);
  });
});

describe('F102: reporting an error', () => {
  test('opens a dispute with its dates and keeps the score inactive', async () => {
    provesLegalText('error-holds-score');
    const applicant = await withResult(portal);
    const asked = await applicant.visitor.perform(saveAccept, {
      applicationid: applicant.applicationId,
      acceptterms: 'YES',
      reviewaction: 'reporterror',
    });
    expect(asked).toMatchObject({ nextstep: 5, composite_status_code: 'newrequiresapproval' });
    await expect(report(applicant, 'short')).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await report(applicant)).toMatchObject({
      nextstep: 6,
      composite_status_code: 'correctionrequest',
    });
    const state = await approval(applicant);
    expect(state).toMatchObject({ reviewaction: 'reporterror', nextstep: 6 });
    const [opened] = state?.cases ?? [];
    expect((opened?.due_dts.getTime() ?? 0) - (opened?.received_dts.getTime() ?? 0)).toBe(30 * DAY);
    expect(await scoreOf(applicant)).toBeUndefined();
    expect((await applicant.visitor.caller())?.facts).toMatchObject({
      pending_score_change: false,
      open_score_dispute: true,
    });
    const stored = await rows(sql<{ errortext: string }>`
      select errortext from dispute where account_id = ${applicant.accountId}`);
    expect(stored[0]?.errortext).not.toContain('address');
    const late = await accept(applicant).catch((error) => error);
    expect(late).toMatchObject({ code: 'applications.score-decided' });
    shows('score.decided', late.text);
  });
});

test('F94: the file copy holds the signing record, and not the number', async () => {
  provesLegalText('file-copy', 'records-kept');
  const applicant = await newApplicant(portal);
  const early = await applicant.visitor
    .perform(getApplicationPdf, { applicationid: applicant.applicationId })
    .catch((error) => error);
  expect(early).toMatchObject({ code: 'applications.file-not-ready' });
  shows('application.file-not-ready', early.text);
  await submit(applicant, '900-00-0001');
  await portal.runJobs();
  const { application_body } = await applicant.visitor.perform(getApplicationPdf, {
    applicationid: applicant.applicationId,
  });
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({
    data: new Uint8Array(Buffer.from(application_body, 'base64')),
    verbosity: 0,
  }).promise;
  let words = '';
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const content = await (await pdf.getPage(page)).getTextContent();
    words += content.items.map((item) => ('str' in item ? item.str : '')).join(' ');
  }
  expect(words).toContain('***-**-0001');
  expect(words).not.toMatch(/900-?00-?0001/);
  expect(words).toMatch(/SHA-256\s+[0-9a-f]{64}/);
  expect(words).toContain('Authorization for a consumer report');
  expect(words).toMatch(/Pat Person\d+ \(typed\)/);
  expect(words).toContain('Visitor/1.0');
  await pdf.loadingTask.destroy();
});

test('F25: the file copy has the color and the logo of the host where the applicant registered', async () => {
  const host = await newBrandedHost(portal, { label: 'applied', color: '#0B3D91' });
  const person = await newPerson(portal, {}, { host });
  const applicant = { ...person, applicationId: await payFor(portal, person.accountId) };
  await submit(applicant, '900-00-0001');
  await portal.runJobs();
  const { application_body } = await applicant.visitor.perform(getApplicationPdf, {});
  const { colors, pictures } = await pdfPaint(application_body);
  expect(colors[0]).toBe('#0b3d91');
  expect(pictures).toBe(1);
});

test('the SSN is nowhere but in its column', async () => {
  provesLegalText('ssn-masked');
  const canary = '428-61-7739';
  const applicant = await newApplicant(portal);
  await submit(applicant, canary);
  await portal.runJobs();
  const code = await newestApprovalCode(portal, applicant.emailaddress);
  const pages = [
    await applicant.visitor.call('GET', '/application/getapplicationsteps', {
      applicationid: applicant.applicationId,
      workflowstep: '5',
    }),
    await applicant.visitor.call('POST', '/profile/getapplicationfromcode', { pendingapprovalcode: code }),
    await applicant.visitor.call('POST', '/application/updateapplicationdetails', {
      details: { profiledetails: { ssn: canary, confirmssn: '1' } },
    }),
  ];
  const tables = await rows(sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'sandbox', 'graphile_worker') and table_type = 'BASE TABLE'`);
  const digits = canary.replaceAll('-', '');
  const spellings = [
    canary,
    digits,
    Buffer.from(digits).toString('base64'),
    Buffer.from(canary).toString('base64'),
    encodeURIComponent(canary),
  ];
  const dumps: string[] = [];
  for (const { name } of tables) dumps.push(JSON.stringify(await rows(sql`select * from ${sql.raw(name)}`)));
  for (const spelling of spellings) {
    expect(pages.some((page) => JSON.stringify(page.body).includes(spelling))).toBe(false);
    expect(tables.filter((_, index) => dumps[index]?.includes(spelling))).toEqual([]);
  }
});
