import { describe, expect, test } from 'vitest';
import {
  decideBlockRequest,
  getAdminNotes,
  replyToDispute,
  rescindBlockOfReport,
  resolveDispute,
  saveAdminNote,
} from '#modules/admin/index.ts';
import {
  getMyDispute,
  listMyApplications,
  listMyDisputes,
  saveAccept,
  saveDisputeStatement,
  writeDisputeMessage,
} from '#modules/applications/index.ts';
import { ssnInText } from '#modules/platform/fields/ssn.ts';
import { type Applicant, removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

/** What a dispute can be about, and which texts it accepts. */

const portal = await servedPortal();
await removeSandboxDelays(portal);

const save = ({ visitor, applicationId: applicationid }: Applicant, more: object) =>
  visitor.perform(saveAccept, { applicationid, ...more });
const disputeOf = async ({ visitor }: Applicant) =>
  (await visitor.perform(listMyDisputes, {})).disputes[0]?.disputeid ?? '';
const statusOf = async ({ visitor }: Applicant) =>
  (await visitor.perform(listMyApplications, {})).applications[0]?.composite_status_code;

describe('an SSN in what is written', () => {
  const refused = (field: string) => ({
    code: 'invalid-input',
    options: { issues: { [field]: [ssnInText] } },
  });

  test('by the person is refused: in the report, a message and the statement', async () => {
    const waiting = await withResult(portal, '900-00-0004');
    await save(waiting, { acceptterms: 'YES' });
    const report = (errortext: string) =>
      save(waiting, { details: { cra_error_request: { errortext, items: ['County criminal'] } } });
    for (const text of ['My number is 900-00-0004', 'My number is 900000004', 'Look up 123 45 6789'])
      await expect(report(text)).rejects.toMatchObject(refused('details.cra_error_request.errortext'));
    expect(await statusOf(waiting)).toBe('newrequiresapproval');
    await report('The record of case 123 456 789 is not mine, I live in Austin, TX 78701-0004');
    const { visitor } = waiting;
    const disputeid = await disputeOf(waiting);
    await expect(
      visitor.perform(writeDisputeMessage, { disputeid, message: 'It is 900-00-0004' }),
    ).rejects.toMatchObject(refused('message'));
    await expect(
      visitor.perform(saveDisputeStatement, { disputeid, statement: 'I am 900 00 0004' }),
    ).rejects.toMatchObject(refused('statement'));
    const { dispute } = await visitor.perform(getMyDispute, { disputeid });
    expect(dispute).toMatchObject({ messages: [], statement: null, extended_dts: null });
  });

  test('by staff is refused: in an answer, the result and a note', async () => {
    const applicant = await withResult(portal, '900-00-0004');
    const { accountId: userid } = applicant;
    await save(applicant, { acceptterms: 'YES' });
    const cra_error_request = { errortext: 'no answer to that number', items: [] };
    await save(applicant, { details: { cra_error_request } });
    const disputeid = await disputeOf(applicant);
    const { visitor } = await newStaff(portal);
    await expect(
      visitor.perform(replyToDispute, { disputeid, message: 'Is it 900-00-0004?' }),
    ).rejects.toMatchObject(refused('message'));
    await expect(
      visitor.perform(resolveDispute, {
        disputeid,
        outcome: 'confirmed',
        explanation: 'It is that of 900-00-0004',
      }),
    ).rejects.toMatchObject(refused('explanation'));
    await expect(
      visitor.perform(saveAdminNote, { userid, note: 'Called about 900000004' }),
    ).rejects.toMatchObject(refused('note'));
    await visitor.perform(saveAdminNote, { userid, note: 'Called about order 123 456 789' });
    expect((await visitor.perform(getAdminNotes, { userid })).notes).toHaveLength(1);
  });

  test('by staff is refused: why a block is decided or taken back', async () => {
    const { disputeid } = await askForBlock(await withResult(portal, '900-00-0004'));
    const { visitor } = await newStaff(portal);
    const reason = 'They proved that 900-00-0004 is theirs';
    for (const decision of ['block', 'decline'] as const)
      await expect(
        visitor.perform(decideBlockRequest, { disputeid, decision, reason }),
      ).rejects.toMatchObject(refused('reason'));
    await visitor.perform(decideBlockRequest, { disputeid, decision: 'block', reason: 'They proved it' });
    await expect(visitor.perform(rescindBlockOfReport, { disputeid, reason })).rejects.toMatchObject(
      refused('reason'),
    );
  });
});

test('only results of the report are disputed or blocked: a correction looks for them by name', async () => {
  const applicant = await withResult(portal, '900-00-0004');
  await save(applicant, { acceptterms: 'YES' });
  const unknown = { errortext: 'That is not mine', items: ['County criminal', 'Credit history'] };
  await expect(save(applicant, { details: { cra_error_request: unknown } })).rejects.toMatchObject({
    code: 'invalid-input',
    options: { issues: { items: ['Choose results of this report'] } },
  });
  await expect(askForBlock(applicant, { items: ['Credit history'] })).rejects.toMatchObject({
    code: 'invalid-input',
  });
  expect(await statusOf(applicant)).toBe('newrequiresapproval');
  const { rows } = await portal.pool.query('select from dispute_document where account_id = $1', [
    applicant.accountId,
  ]);
  expect(rows).toHaveLength(0);
  const twice = { ...unknown, items: ['County criminal', 'County criminal'] };
  await save(applicant, { details: { cra_error_request: twice } });
  const { dispute } = await applicant.visitor.perform(getMyDispute, {
    disputeid: await disputeOf(applicant),
  });
  expect(dispute.items).toEqual(['County criminal']);
});
