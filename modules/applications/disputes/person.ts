import { z } from 'zod';
import { inputOf } from '#modules/platform/fields/schema.ts';
import {
  type Caller,
  DAY,
  HOUR,
  newId,
  operation,
  person,
  readyWith,
  staffAlertRaised,
  temporaryFile,
  type Work,
} from '#modules/platform/index.ts';
import { getOwnApplication } from '../applications.ts';
import { applicationsAudit } from '../audit.ts';
import { type Dispute, DisputeMessage, disputeKinds, documentTypes } from '../entities/score.ts';
import { disputeFields, disputeMessageFields } from '../fields.ts';
import { disputeStatementForm } from '../forms.ts';
import { forwardDispute } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { lockScoreChange } from '../score/acceptance.ts';
import { requireOwner } from '../status-changes.ts';
import { endDispute } from './deciding.ts';
import {
  asEvidence,
  linkDocument,
  messageFiles,
  readDocument,
  requireRoom,
  storeDocuments,
} from './documents.ts';
import {
  announceDispute,
  createDispute,
  findOpenCases,
  lockDispute,
  requireOpen,
  requireOpenCase,
  requireState,
} from './opening.ts';
import { disputeAnswer, readDispute } from './reading.ts';
import { sealMessage, sealStatement } from './sealed.ts';

/** What a person does with a dispute of their own (D46). */

/** How much more time the agency gets when the person sends new facts; only once. */
const EXTENSION = 15 * DAY;

const disputeId = z.object({ disputeid: z.uuid() });
const throttle = { by: 'account', limit: 30, per: HOUR } as const;

export const getMyDispute = operation({
  name: 'applications.get-my-dispute',
  summary: 'A dispute of the caller with its messages and deadline.',
  access: person,
  kind: 'read',
  input: disputeId,
  output: z.object({ dispute: disputeAnswer }),
  async run(work, { disputeid }) {
    return { dispute: await readDispute(work, disputeid, work.caller.accountId) };
  },
});

export const listMyDisputes = operation({
  name: 'applications.list-my-disputes',
  summary: 'The disputes of the caller, newest first.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    disputes: z.array(
      z.object({
        disputeid: z.uuid(),
        kind: z.enum(disputeKinds),
        applicationid: z.uuid(),
        due_dts: z.date(),
        open: z.boolean(),
      }),
    ),
  }),
  async run(work) {
    const rows = await work.db
      .selectFrom('dispute')
      .select(['id', 'kind', 'application_id', 'due_at', 'resolved_at'])
      .where('account_id', '=', work.caller.accountId)
      .orderBy('received_at', 'desc')
      .limit(50)
      .execute();
    return {
      disputes: rows.map((row) => ({
        disputeid: row.id,
        kind: row.kind,
        applicationid: row.application_id,
        due_dts: row.due_at,
        open: row.resolved_at === null,
      })),
    };
  },
});

/**
 * Disputes a score that was accepted before, or one that a request for a block holds back. A score that is waiting for
 * a decision is disputed in its acceptance.
 */
export const openDispute = operation({
  name: 'applications.open-dispute',
  summary:
    'Reports an error in the report of a score that is active or held by a block; it is not shared until the dispute is decided.',
  access: person,
  inPersonOnly: true,
  kind: 'write',
  input: inputOf(disputeFields).extend({ applicationid: z.uuid() }),
  output: disputeId,
  throttle,
  async run(work, { applicationid, errortext, items }) {
    await getOwnApplication(work, work.caller.accountId, applicationid);
    const { application, change } = await lockScoreChange(work, applicationid);
    requireOwner(application, work.caller.accountId);
    const open = await findOpenCases(work, application.id);
    const same = open.find(({ kind }) => kind === 'error');
    if (same) return { disputeid: same.id };
    if (open.length === 0 && application.status !== 'done') {
      throw new Refusal('applications.moved-on', { detail: application.status });
    }
    const dispute = await createDispute(work, application, change, { errortext, items });
    await announceDispute(work, dispute);
    return { disputeid: dispute.id };
  },
});

/** New facts move the deadline by 15 days, once. */
export const writeDisputeMessage = operation({
  name: 'applications.write-dispute-message',
  summary:
    'Writes to the agency and staff in a dispute. The first message counts as new facts: 15 more days.',
  access: person,
  inPersonOnly: true,
  kind: 'staged',
  input: inputOf(disputeMessageFields).extend(disputeId.shape).extend(messageFiles),
  output: z.object({}),
  throttle,
  ready: readyWith(disputeId, (work, { disputeid }) =>
    requireOpenCase(work, disputeid, work.caller.accountId),
  ),
  async run(work, { disputeid, message, documents }) {
    const owner = work.caller.accountId;
    await requireOpenCase(work, disputeid, owner);
    await requireRoom(work, disputeid, documents.length);
    await storeDocuments(work, asEvidence(documents), async (inside, keep) => {
      const { dispute } = await lockDispute(inside, disputeid, owner);
      requireOpen(dispute);
      const messageId = keepMessage(inside, dispute, 'person', message);
      if (dispute.kind === 'error') await giveNewFacts(inside, dispute);
      await keep(dispute, { author: 'person', messageId });
      await inside.audit({
        action: applicationsAudit.disputeWritten,
        about: dispute.accountId,
        object: { type: 'dispute', id: dispute.id },
      });
    });
    return {};
  },
});

/** The agency gets them, and with the first ones more time. */
async function giveNewFacts(work: Work<unknown>, dispute: Dispute): Promise<void> {
  if (!dispute.extendedAt && work.now < dispute.dueAt) {
    dispute.extendedAt = work.now;
    dispute.dueAt = new Date(dispute.dueAt.getTime() + EXTENSION);
    const { id, accountId, applicationId, dueAt } = dispute;
    await work.publish(staffAlertRaised, {
      alertType: 'dispute',
      eventId: id,
      accountId,
      applicationId,
      reason: 'new-facts',
      dueAt,
    });
  }
  await work.enqueue(forwardDispute, { disputeId: dispute.id });
}

export const openMyDocument = operation({
  name: 'applications.open-my-document',
  summary: 'The address of a document in a dispute of the caller, valid for five minutes.',
  access: person,
  inPersonOnly: true,
  kind: 'write',
  input: disputeId.extend({ documentid: z.uuid() }),
  output: z.object({ downloadlink: z.string() }),
  async run(work, { disputeid, documentid }) {
    return {
      downloadlink: await linkDocument(work, { disputeId: disputeid, documentId: documentid, own: true }),
    };
  },
});

export const readDisputeDocument = operation({
  name: 'applications.read-dispute-document',
  summary: 'The document behind a signed address.',
  access: person,
  kind: 'read',
  input: z.object({ token: z.string().max(600) }),
  output: z.object({
    file: temporaryFile,
    type: z.enum(documentTypes),
    filename: z.string(),
  }),
  run: (work, { token }) => readDocument(work, token),
});

/**
 * Stores what the caller wrote in a dispute.
 * @param dispute locked and open
 * @returns the message's id
 */
export function keepMessage(
  work: Work<Caller>,
  { id: disputeId, accountId }: Dispute,
  author: 'person' | 'staff',
  text: string,
): string {
  const id = newId();
  work.em.create(DisputeMessage, {
    id,
    disputeId,
    accountId,
    author,
    authorAccountId: work.caller.accountId,
    body: sealMessage(work.portal, id, text),
    writtenAt: work.now,
  });
  return id;
}

/** The statement can also be made after the decision: it is shown next to what was confirmed. */
export const saveDisputeStatement = operation({
  name: 'applications.save-dispute-statement',
  summary: 'Saves the caller’s own statement about a disputed report.',
  access: person,
  inPersonOnly: true,
  kind: 'write',
  input: disputeStatementForm.schema.and(disputeId),
  output: z.object({}),
  throttle,
  async run(work, { disputeid, statement }) {
    const { dispute } = await lockDispute(work, disputeid, work.caller.accountId);
    dispute.statement = sealStatement(work.portal, dispute.id, statement);
    dispute.statementAt = work.now;
    await work.audit({
      action: applicationsAudit.disputeStatement,
      about: dispute.accountId,
      object: { type: 'dispute', id: dispute.id },
    });
    return {};
  },
});

export const withdrawDispute = operation({
  name: 'applications.withdraw-dispute',
  summary: 'Withdraws a dispute; the report stays as it is.',
  access: person,
  inPersonOnly: true,
  kind: 'write',
  input: disputeId,
  output: z.object({}),
  async run(work, { disputeid }) {
    const locked = await lockDispute(work, disputeid, work.caller.accountId);
    if (locked.dispute.kind === 'identity-theft') requireState(locked.dispute, ['received']);
    await endDispute(work, locked, { outcome: 'withdrawn', explanation: '', staffId: null });
    return {};
  },
});
