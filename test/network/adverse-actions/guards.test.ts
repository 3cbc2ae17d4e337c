import { beforeEach, describe, expect, it, test } from 'vitest';
import { askDeletion } from '#modules/identity/index.ts';
import { suppress } from '#modules/identity/mail-preferences/suppression.ts';
import { getAction } from '#modules/network/adverse-actions/actions.ts';
import { sha256 } from '#modules/network/adverse-actions/notice.ts';
import { places } from '#modules/network/adverse-actions/places.ts';
import { readCase } from '#modules/network/adverse-actions/showing.ts';
import { requireReviewed } from '#modules/network/adverse-actions/starting.ts';
import {
  downloadEnclosedReport,
  downloadPaperNotice,
  downloadPaperNoticeForStaff,
  getAdverseAction,
  getAdverseActionForStaff,
  listAdverseActions,
  listAllAdverseActions,
  openMyNotice,
  openNoticeReport,
  previewAdverseAction,
  previewFinalNotice,
  recordPosting,
  sendFinalNotice,
  startAdverseAction,
  verifyAdverseAction,
  withdrawAdverseAction,
} from '#modules/network/index.ts';
import { DAY, sql } from '#modules/platform/index.ts';
import { contentOf } from '#test/content-of.ts';
import { disputeReport, newSharing, startAdverse, startOf } from '#test/factories/adverse.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { actAs, newPerson, newStaff, PASSWORD, signIn } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { faultsForReaders } from '#test/pdf-tags.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';

/** Who may do what with an adverse action, and what the database refuses. */

const portal = await testPortal({ now: new Date('2026-08-03T15:00:00Z') });
portal.clock.stop();
beforeEach(() => portal.clock.set(new Date('2026-08-03T15:00:00Z')));

const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const caseOf = (adverseid: string) =>
  portal.work('test.read-case', async (work) => readCase(work, await getAction(work, adverseid, 'anybody')));

describe('an adverse action', () => {
  it('is started, decided and withdrawn by owner and admins themselves alone', async () => {
    const sharing = await newSharing(portal);
    const { company, connectionid } = sharing;
    const input = await startOf(sharing);
    const [viewer, other] = [await newTeamMember(portal, company, 'viewer'), await newCompany(portal)];
    const staff = await actAs(portal, company.owner);
    expect(await codeOf(viewer.visitor.perform(startAdverseAction, input))).toBe('role-too-low');
    expect(await codeOf(other.owner.visitor.perform(startAdverseAction, input))).toBe('not-found');
    expect(await codeOf(sharing.visitor.perform(startAdverseAction, input))).toBe('not-found');
    expect(await codeOf(staff.perform(startAdverseAction, input))).toBe('not-in-admin-session');
    const adverseid = await startAdverse(portal, sharing);
    expect(await codeOf(viewer.visitor.perform(previewFinalNotice, { adverseid }))).toBe('role-too-low');
    expect(await codeOf(other.owner.visitor.perform(previewFinalNotice, { adverseid }))).toBe('not-found');
    for (const operation of [sendFinalNotice, withdrawAdverseAction]) {
      expect(await codeOf(viewer.visitor.perform(operation, { adverseid }))).toBe('role-too-low');
      expect(await codeOf(other.owner.visitor.perform(operation, { adverseid }))).toBe('not-found');
      expect(await codeOf(staff.perform(operation, { adverseid }))).toBe('not-in-admin-session');
    }
    expect(await codeOf(other.owner.visitor.perform(getAdverseAction, { adverseid }))).toBe('not-found');
    const { actions } = await other.owner.visitor.perform(listAdverseActions, {});
    expect(actions).toEqual([]);
    const seen = await viewer.visitor.perform(getAdverseAction, { adverseid });
    expect(seen).toMatchObject({ connectionid, adverse: { results: [], notices: [], state: 'waiting' } });
  });

  it('is read by its person alone, and not by staff who act as them', async () => {
    const sharing = await newSharing(portal);
    const adverseid = await startAdverse(portal, sharing);
    const [stranger, staff] = [await newPerson(portal), await actAs(portal, sharing)];
    expect(await codeOf(stranger.visitor.perform(openMyNotice, { adverseid }))).toBe('not-found');
    expect(await codeOf(stranger.visitor.perform(openNoticeReport, { adverseid }))).toBe('not-found');
    expect(await codeOf(staff.perform(openMyNotice, { adverseid }))).toBe('not-in-admin-session');
    expect(await codeOf(staff.perform(openNoticeReport, { adverseid }))).toBe('not-in-admin-session');
    expect((await caseOf(adverseid)).opened_at).toBeNull();
  });

  it('names results of this report, and where the law asks for it the assessment', async () => {
    const sharing = await newSharing(portal);
    const { visitor } = sharing.company.owner;
    const input = await startOf(sharing);
    const wrong = [
      [{ results: [] }, 'network.adverse-results', 'adverse.results'],
      [{ results: ['A search of somebody else'] }, 'network.adverse-results', 'adverse.results'],
      [{ place: 'NY-NYC' }, 'network.adverse-assessment', 'adverse.assessment'],
      [{ report: sharing.connectionid }, 'network.adverse-report-changed', 'adverse.report-changed'],
    ] as const satisfies [Partial<typeof input>, string, string][];
    for (const [change, code, text] of wrong) {
      const given = { ...input, ...change };
      expect(await codeOf(visitor.perform(previewAdverseAction, given))).toBe(code);
      const refused = await refusalOf(visitor.perform(startAdverseAction, given));
      expect(refused.code).toBe(code);
      shows(text, refused.text);
    }
    const preview = await visitor.perform(previewAdverseAction, {
      ...input,
      place: 'NY-NYC',
      assessment: 'The conviction is recent.',
    });
    expect(preview.reviewed).toBe(false);
    expect(JSON.stringify(preview.notice)).toContain('The conviction is recent.');
    expect(JSON.stringify(preview.notice)).toContain('Article 23-A');
  });

  it('needs a purpose on record and a score that the company sees', async () => {
    const sharing = await newSharing(portal);
    const input = await startOf(sharing);
    await portal.pool.query(`update company set permissible_purpose = '' where id = $1`, [
      sharing.company.companyId,
    ]);
    const { visitor } = sharing.company.owner;
    expect(await codeOf(visitor.perform(startAdverseAction, input))).toBe('network.purpose-needed');
    await portal.pool.query(`update connection set status = 'DISABLED' where id = $1`, [
      sharing.connectionid,
    ]);
    const refused = await refusalOf(visitor.perform(startAdverseAction, input));
    expect(refused.code).toBe('network.adverse-no-score');
    shows('adverse.no-score', refused.text);
  });
});

test('production sends no notice whose words no lawyer has reviewed', async () => {
  const production = { ...portal, config: { ...portal.config, environment: 'production' as const } };
  const [place] = places;
  if (!place) throw new Error('no places');
  const asked = async (work: Parameters<typeof requireReviewed>[0]) => requireReviewed(work, place);
  await asked({ portal });
  const refused = await refusalOf(asked({ portal: production }));
  expect(refused.code).toBe('network.adverse-unreviewed');
  shows('adverse.unreviewed', refused.text);
});

describe('a notice that can’t be mailed', () => {
  const staffVisitor = async () => (await newStaff(portal)).visitor;

  it('is posted by staff, and the wait begins with that day', async () => {
    const sharing = await newSharing(portal);
    await rowsOf(
      portal,
      sql`insert into mail_suppression (emailaddress, reason, suppressed_at)
        values (${sharing.emailaddress}, 'the mailbox does not exist', ${portal.clock.now()})`,
    );
    const adverseid = await startAdverse(portal, sharing);
    expect(await caseOf(adverseid)).toMatchObject({ state: 'undelivered', clock: null });
    const staff = await staffVisitor();
    const { actions } = await staff.perform(listAllAdverseActions, {});
    expect(actions.find(({ id }) => id === adverseid)).toMatchObject({
      state: 'undelivered',
      company: 'Test Builders',
    });
    const found = await staff.perform(getAdverseActionForStaff, { adverseid });
    expect(found).toMatchObject({ adverse: { to_post: true }, address: '12 Oak Street, Austin, TX 78701' });
    for (const posted_on of ['2026-08-02', '2026-08-04']) {
      const refused = await refusalOf(staff.perform(recordPosting, { adverseid, posted_on }));
      expect(refused.code).toBe('network.adverse-posting-day');
      shows('adverse.posting-day', refused.text);
    }
    const owner = sharing.company.owner.visitor;
    for (const { file } of [
      await staff.perform(downloadPaperNoticeForStaff, { adverseid }),
      await owner.perform(downloadPaperNotice, { adverseid }),
    ]) {
      const pdf = Buffer.from(file).toString('base64');
      expect(await faultsForReaders(pdf)).toEqual([]);
      const words = (await pdfPages(pdf)).join(' ').replace(/\s+/g, ' ');
      expect(words).toContain('12 Oak Street, Austin, TX 78701');
      expect(words).toContain(`Case ${found.adverse.number}`);
      expect(words).toContain('may decide not to give you site access');
      expect(words).toContain('A summary of your rights');
    }
    const report = await staff.perform(downloadEnclosedReport, { adverseid });
    expect(sha256(await contentOf(report.pdf))).toBe(found.adverse.report.hash);
    const viewer = await newTeamMember(portal, sharing.company, 'viewer');
    expect(await codeOf(viewer.visitor.perform(downloadPaperNotice, { adverseid }))).toBe('role-too-low');
    const stranger = (await newCompany(portal)).owner.visitor;
    expect(await codeOf(stranger.perform(downloadPaperNotice, { adverseid }))).toBe('not-found');
    await staff.perform(recordPosting, { adverseid, posted_on: '2026-08-03' });
    expect(await codeOf(owner.perform(downloadPaperNotice, { adverseid }))).toBe('network.adverse-posted');
    expect(await caseOf(adverseid)).toMatchObject({ state: 'waiting', clock: { last_day: '2026-08-10' } });
    const again = await refusalOf(staff.perform(recordPosting, { adverseid, posted_on: '2026-08-03' }));
    expect(again.code).toBe('network.adverse-posted');
    shows('adverse.posted', again.text);
    // That the company withdraws goes on paper as well.
    await owner.perform(withdrawAdverseAction, { adverseid });
    const { file } = await staff.perform(downloadPaperNoticeForStaff, { adverseid });
    const words = (await pdfPages(Buffer.from(file).toString('base64'))).join(' ').replace(/\s+/g, ' ');
    expect(words).toContain('That notice no longer applies.');
    const kept = (await caseOf(adverseid)).evidence.find(({ kind }) => kind === 'posted');
    expect(kept?.note).toBe('On 08/03/2026');
  });

  it('is first in the list of staff until its posting is recorded, also when the case is closed', async () => {
    const [sharing, other] = [await newSharing(portal), await newSharing(portal)];
    await portal.work('test.bounce', (work) => suppress(work, sharing.emailaddress, 'bounced'));
    const adverseid = await startAdverse(portal, sharing);
    const staff = await staffVisitor();
    await staff.perform(recordPosting, { adverseid, posted_on: '2026-08-03' });
    await startAdverse(portal, other);
    const place = async (visitor: typeof staff) => {
      const { actions } = await visitor.perform(listAllAdverseActions, {});
      const at = actions.findIndex(({ id }) => id === adverseid);
      return { to_post: actions[at]?.to_post, behind: actions.slice(0, at).filter((each) => !each.to_post) };
    };
    expect(await place(staff)).toMatchObject({ to_post: false });
    portal.clock.advance(9 * DAY);
    const owner = await signIn(portal, sharing.company.owner);
    await owner.perform(sendFinalNotice, { adverseid });
    await portal.runJobs();
    const later = await staffVisitor();
    expect(await place(later)).toEqual({ to_post: true, behind: [] });
    // The final notice did not exist before.
    const early = later.perform(recordPosting, { adverseid, posted_on: '2026-08-11' });
    expect(await codeOf(early)).toBe('network.adverse-posting-day');
    await later.perform(recordPosting, { adverseid, posted_on: '2026-08-12' });
    expect(await place(later)).toMatchObject({ to_post: false });
  });

  it('whose mail comes back within the wait is posted too, unless the person has read it', async () => {
    const [sharing, read] = [await newSharing(portal), await newSharing(portal)];
    const [lost, opened] = [await startAdverse(portal, sharing), await startAdverse(portal, read)];
    await read.visitor.perform(openMyNotice, { adverseid: opened });
    for (const { emailaddress } of [sharing, read]) {
      await portal.work('test.bounce', (work) => suppress(work, emailaddress, 'bounced'));
    }
    expect((await caseOf(lost)).state).toBe('undelivered');
    expect((await caseOf(opened)).state).toBe('waiting');
  });
});

test('a person is not erased while an adverse action is open, and its proof stays after they are', async () => {
  const sharing = await newSharing(portal);
  const adverseid = await startAdverse(portal, sharing);
  await sharing.visitor.perform(askDeletion, { currentpassword: PASSWORD });
  const request = async () =>
    (
      await rowsOf(
        portal,
        sql`select outcome, waits_for from privacy_request where account_id = ${sharing.accountId}`,
      )
    )[0];
  portal.clock.advance(30 * DAY);
  await portal.runSchedule('identity.sweep');
  await portal.runJobs();
  expect(await request()).toMatchObject({ outcome: null, waits_for: 'adverse-action' });
  await (await signIn(portal, sharing.company.owner)).perform(withdrawAdverseAction, { adverseid });
  portal.clock.advance(DAY);
  await portal.runSchedule('identity.sweep');
  await portal.runJobs();
  expect(await request()).toMatchObject({ outcome: 'erased' });
  const kept = await caseOf(adverseid);
  expect(kept.evidence.map(({ kind }) => kind)).toContain('started');
  expect(JSON.stringify(kept.notices)).toContain('Criminal trespass');
  const checked = await verifyAdverseAction(portal, adverseid);
  expect(checked.filter(({ differs }) => differs !== null)).toEqual([]);
});

test('the database refuses to decide early, to change a closed action, and to change or delete its proof', async () => {
  const sharing = await newSharing(portal);
  const adverseid = await startAdverse(portal, sharing);
  const refused = async (statement: string) => {
    await expect(portal.pool.query(statement.replaceAll('$1', `'${adverseid}'`))).rejects.toThrow();
  };
  const close = `state = 'final', closed_at = wait_ends_at - interval '1 second', closed_because = 'final',
    closed_by_account_id = started_by_account_id`;
  await refused(`update adverse_action set ${close} where id = $1`);
  await refused(
    `update adverse_action set wait_ends_at = wait_ends_at - interval '1 day', ${close} where id = $1`,
  );
  await refused('update adverse_action set wait_days = 8 where id = $1');
  await refused('update adverse_action set case_number = 999999 - case_number + 100000 where id = $1');
  await refused(`insert into adverse_action select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid()))).*
    from adverse_action a where id = $1`);
  for (const table of ['adverse_evidence', 'adverse_notice']) {
    await refused(`delete from ${table} where adverse_action_id = $1`);
  }
  await refused(`update adverse_evidence set at = at + interval '1 second' where adverse_action_id = $1`);
  await refused(`update adverse_notice set body_hash = repeat('0', 64) where adverse_action_id = $1`);
  const owner = await signIn(portal, sharing.company.owner);
  await owner.perform(withdrawAdverseAction, { adverseid });
  await refused(`update adverse_action set state = 'waiting', closed_at = null, closed_because = null,
    closed_by_account_id = null where id = $1`);
  await refused('delete from adverse_action where id = $1');
});

test('of two presses at once, one takes effect: start, decision and withdrawal, decision and dispute', async () => {
  const sharing = await newSharing(portal);
  const { owner } = sharing.company;
  const by = await signIn(portal, owner);
  const input = await startOf(sharing, {}, { visitor: by });
  const settled = (works: Promise<unknown>[]) => Promise.allSettled(works);
  const won = (results: PromiseSettledResult<unknown>[]) =>
    results.map(({ status }) => status).filter((status) => status === 'fulfilled').length;
  expect(won(await settled([1, 2, 3].map(() => by.perform(startAdverseAction, input))))).toBe(1);
  await portal.runJobs();
  const [row] = await rowsOf(
    portal,
    sql<{ id: string }>`select id from adverse_action where company_id = ${sharing.company.companyId}`,
  );
  const adverseid = row?.id ?? '';
  portal.clock.advance(9 * DAY);
  const later = await signIn(portal, owner);
  const person = { ...sharing, visitor: await signIn(portal, sharing) };
  const decided = await settled([
    later.perform(sendFinalNotice, { adverseid }),
    later.perform(withdrawAdverseAction, { adverseid }),
    disputeReport(person),
  ]);
  const { state, evidence } = await caseOf(adverseid);
  expect(won(decided.slice(0, 2))).toBe(1);
  expect(decided[2]?.status).toBe('fulfilled');
  expect(['final', 'withdrawn']).toContain(state);
  const ends = evidence.filter(({ kind }) => kind === 'final' || kind === 'withdrawn');
  expect(ends).toHaveLength(1);
});
