import { z } from 'zod';
import { operation } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { networkOwner } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { orderCode } from './counting.ts';
import { readFlow, requireStep } from './flow.ts';
import { describeFlow, smsAnswer } from './reading.ts';

const input = z.object({ networkinvitationid: z.uuid() });

/**
 * Sends another code; the previous one no longer works.
 * @throws Refusal network.sms-sends-used, or the obstacle
 */
export const resendSmsCode = operation({
  name: 'network.resend-sms-code',
  summary: 'Sends an invited person another code for accepting by text message.',
  access: networkOwner('admin'),
  kind: 'write',
  input,
  output: smsAnswer,
  async run(work, { networkinvitationid: id }) {
    const flow = await readFlow(work, id);
    requireStep(flow, work.now, 'code');
    await orderCode(work, flow);
    await work.audit({ action: networkAudit.smsCodeSent, object: { type: 'connection', id } });
    return describeFlow(work, id);
  },
});

/**
 * Goes back to the first step. Tries and texts stay counted (D12).
 * @throws Refusal while an answer is awaited, or after it came
 */
export const restartSmsAccept = operation({
  name: 'network.restart-sms-accept',
  summary: 'Starts the acceptance of an invitation by text message again.',
  access: networkOwner('admin'),
  kind: 'write',
  input,
  output: smsAnswer,
  async run(work, { networkinvitationid: id }) {
    const flow = await readFlow(work, id);
    requireStep(flow, work.now, 'code', 'unanswered');
    const restarted = await work.db
      .updateTable('sms_acceptance')
      .set({ state: 'number', mobile: null, code_hash: null, code_expires_at: null, waiting_until: null })
      .where('connection_id', '=', id)
      .where('opted_out', '=', false)
      .where((row) =>
        row.or([
          row('state', 'in', ['code', 'unanswered']),
          row.and([row('state', '=', 'waiting'), row('waiting_until', '<=', work.now)]),
        ]),
      )
      .returning('connection_id')
      .executeTakeFirst();
    if (!restarted) throw new Refusal('network.not-in-this-state', { detail: 'answered, or opted out' });
    await work.audit({ action: networkAudit.smsRestarted, object: { type: 'connection', id } });
    return describeFlow(work, id);
  },
});
