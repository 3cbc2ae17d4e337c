import { z } from 'zod';
import { brandForHost } from '#modules/enterprise/index.ts';
import { inputOf, operation, staff, staffOrTerminal, yesNo } from '#modules/platform/index.ts';
import {
  answerReceipt,
  decideRefund,
  findReceipt,
  readReceipt,
  receiptAnswer,
  receiptWanted,
  requestRefund,
  resendRefund,
} from '#modules/purchasing/index.ts';
import { refundDecisionFields, refundFields } from '../fields.ts';
import { tellWaits } from '../jobs.ts';
import { writeNote } from '../user/notes.ts';

/** Refunds of checks by staff (D33), and the receipts that they fetch. */

/** Digits and a dot (doc3 §5). */
const typedDollars = /^(\d{1,7})(?:\.(\d{1,2}))?$/;

/** Dollars, such as `25` or `25.50`, typed or as a number; returns cents, or null for an empty text. */
const dollars = z
  .union([z.number().transform(String), z.string().max(16).trim()])
  .transform((typed, context) => {
    if (typed === '') return null;
    const [, whole, part = ''] = typedDollars.exec(typed) ?? [];
    if (whole !== undefined) return Number(whole) * 100 + Number(part.padEnd(2, '0'));
    context.addIssue({ code: 'custom', message: 'Enter an amount like 49.50' });
    return z.NEVER;
  })
  .prefault('');

/**
 * Refunds a check: without an amount, all that is left. The money is returned to the buyer's card and to the company's
 * card in proportion. The note is stored with the application's notes (D102).
 * @throws Refusal not-found, purchasing.refund-too-high, purchasing.refund-under-way, purchasing.nothing-to-refund
 */
export const submitRefund = operation({
  name: 'admin.submit-refund',
  summary: 'Refunds a check in full or in part. A large refund waits for a second admin.',
  access: staffOrTerminal,
  kind: 'write',
  input: inputOf(refundFields).pick({ note: true }).extend({
    applicationid: z.uuid(),
    refundamount: dollars,
    /** By default, YES for everything that is left and NO for a part (D117). */
    cancel_application: yesNo.optional(),
  }),
  output: z.object({ state: z.enum(['waiting', 'sending']) }),
  async run(work, { applicationid, refundamount, cancel_application, note }) {
    const { id, accountId, state } = await requestRefund(work, {
      applicationId: applicationid,
      cents: refundamount,
      cancelApplication: cancel_application ?? refundamount === null,
    });
    await writeNote(work, { userid: accountId, applicationid, note_type: 'refund', note });
    if (state === 'waiting') await work.enqueue(tellWaits, { what: 'refund', id });
    return { state };
  },
});

/** @throws Refusal not-found, purchasing.refund-decided, purchasing.refund-own, purchasing.refund-too-high */
export const decideOnRefund = operation({
  name: 'admin.decide-on-refund',
  summary: 'Approves or rejects a refund that another admin issued.',
  access: staff,
  kind: 'write',
  input: inputOf(refundDecisionFields).extend({ refundid: z.uuid(), approve: yesNo }),
  output: z.object({}),
  async run(work, { refundid, approve, note }) {
    const { accountId } = await decideRefund(work, refundid, approve);
    await writeNote(work, { userid: accountId, note_type: 'refund', note });
    return {};
  },
});

/**
 * Sends a refund that failed again.
 * @throws Refusal not-found, conflict if it has not failed or was already sent again
 */
export const sendRefundAgain = operation({
  name: 'admin.send-refund-again',
  summary: 'Sends the part of a failed refund that did not go back, as a new refund.',
  access: staff,
  kind: 'write',
  input: inputOf(refundDecisionFields).extend({ refundid: z.uuid() }),
  output: z.object({ refundid: z.uuid().nullable() }),
  async run(work, { refundid, note }) {
    const { accountId, refundId } = await resendRefund(work, refundid);
    await writeNote(work, { userid: accountId, note_type: 'refund', note });
    // Sends nothing if it does not wait.
    if (refundId) await work.enqueue(tellWaits, { what: 'refund', id: refundId });
    return { refundid: refundId };
  },
});

/** The receipt of any paid purchase: the buyer's, or the company's if its payment is named. */
export const downloadStaffReceipt = operation({
  name: 'admin.download-receipt',
  summary: 'The receipt of any paid purchase, as a PDF in base64.',
  access: staff,
  kind: 'read',
  input: receiptWanted,
  output: receiptAnswer,
  async run(work, input) {
    const { purchaseId, leg } = await findReceipt(work, input);
    const receipt = await readReceipt(work, purchaseId, leg ?? 'buyer');
    const { timeZone } = await brandForHost(work.portal, receipt.purchase.brand_host);
    return answerReceipt(work, receipt, timeZone);
  },
});
