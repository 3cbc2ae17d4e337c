import { z } from 'zod';
import { findCompanyOwner } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import type { Portal } from '#modules/platform/index.ts';
import { type BlockOccasion, type DisputeOccasion, sendDisputeCompany } from '../jobs.ts';
import { blockMail, disputeCompanyMail, disputeMail } from './mails.ts';
import { readDispute } from './reading.ts';

const ofDispute = z.enum(['confirmed', 'corrected', 'withdrawn']).nullable();

/** The mails of a dispute. They mention no score and no finding (D95). */

export async function deliverDisputeMail(
  portal: Portal,
  { disputeId, occasion }: { disputeId: string; occasion: DisputeOccasion },
  messageId: string,
): Promise<void> {
  const { dispute, person } = await portal.work('applications.read-dispute-for-mail', async (work) => {
    const dispute = await readDispute(work, disputeId);
    return { dispute, person: await getPerson(work, dispute.userid) };
  });
  const letter = disputeMail({
    occasion,
    disputeId,
    firstname: person.firstname,
    provider: dispute.provider,
    due: dispute.due_dts,
    outcome: ofDispute.parse(dispute.outcome),
    reviews: dispute.score_waits,
    isHeld: dispute.other_case !== null,
  });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
  if (occasion === 'result') await noteResultTold(portal, disputeId);
}

export async function deliverBlockMail(
  portal: Portal,
  { disputeId, occasion }: { disputeId: string; occasion: BlockOccasion },
  messageId: string,
): Promise<void> {
  const { dispute, person } = await portal.work('applications.read-block-for-mail', async (work) => {
    const dispute = await readDispute(work, disputeId);
    return { dispute, person: await getPerson(work, dispute.userid) };
  });
  const letter = blockMail({
    occasion,
    disputeId,
    firstname: person.firstname,
    provider: dispute.provider,
    due: dispute.due_dts,
    isHeld: dispute.other_case !== null,
  });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
  if (occasion === 'declined') await noteResultTold(portal, disputeId);
}

async function noteResultTold(portal: Portal, disputeId: string): Promise<void> {
  await portal.work('applications.note-result-told', ({ db, now }) =>
    db
      .updateTable('dispute')
      .set({ result_told_at: now })
      .where('id', '=', disputeId)
      .where('result_told_at', 'is', null)
      .execute(),
  );
}

/** Queues a mail for each company that saw the person's score or report before it was corrected. */
export async function findCompaniesToTell(portal: Portal, disputeId: string): Promise<void> {
  await portal.work('applications.find-companies-to-tell', async (work) => {
    const companies = await work.db
      .selectFrom('access_entry')
      .innerJoin('dispute', 'dispute.account_id', 'access_entry.person_id')
      .select('access_entry.viewer_company_id')
      .distinct()
      .where('dispute.id', '=', disputeId)
      .where('access_entry.kind', 'in', ['search', 'score', 'report', 'export', 'api'])
      .execute();
    for (const { viewer_company_id: companyId } of companies) {
      if (companyId) await work.enqueue(sendDisputeCompany, { disputeId, companyId });
    }
  });
}

export async function deliverDisputeCompany(
  portal: Portal,
  { disputeId, companyId }: { disputeId: string; companyId: string },
  messageId: string,
): Promise<void> {
  const { owner, name } = await portal.work('applications.read-company-to-tell', async (work) => {
    const owner = await getPerson(work, await findCompanyOwner(work, companyId));
    return { owner, name: (await readDispute(work, disputeId)).personname };
  });
  await portal.mailTo(
    { accountId: owner.accountId },
    { host: owner.registered_host, messageId },
    disputeCompanyMail({ name }),
  );
}
