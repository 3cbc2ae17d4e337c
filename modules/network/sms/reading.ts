import { z } from 'zod';
import { operation, type Work, yesNo } from '#modules/platform/index.ts';
import { type NetworkCaller, networkOwner } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { countedUntil, findObstacle, leftOf, readFlow, stepOf } from './flow.ts';
import { smsSteps } from './rules.ts';

/** How far the acceptance of an invitation by text message is, for the owner of the network. */
export const smsAnswer = z.object({
  step: z.enum(smsSteps),
  /** Why it cannot be accepted by text message; null if it can. */
  obstacle: z.string().nullable(),
  /** The number has opted out of texts. */
  opted_out: yesNo,
  tries_left: z.number().int(),
  /** From when there are tries again; null if some are left. */
  tries_again: z.date().nullable(),
  /** Texts with a code. */
  sends_left: z.number().int(),
  /** From when texts can be sent again; null if some are left. */
  sends_again: z.date().nullable(),
});

export async function describeFlow(
  work: Pick<Work<NetworkCaller>, 'db' | 'now' | 'caller'>,
  id: string,
): Promise<z.output<typeof smsAnswer>> {
  const flow = await readFlow(work, id);
  const step = stepOf(flow, work.now);
  const obstacle = step === 'stopped' ? findObstacle(flow, work.now) : null;
  const left = leftOf(flow, work.now);
  return {
    step,
    obstacle: obstacle && new Refusal(obstacle).text,
    opted_out: flow.opted_out,
    tries_left: left.tries,
    tries_again: left.tries > 0 ? null : countedUntil(flow.last_tried_at, work.now),
    sends_left: left.sends,
    sends_again: left.sends > 0 ? null : countedUntil(flow.sends_since, work.now),
  };
}

export const getSmsAccept = operation({
  name: 'network.get-sms-accept',
  summary: 'How far the acceptance of an invitation by text message is.',
  access: networkOwner('admin'),
  kind: 'read',
  input: z.object({ networkinvitationid: z.uuid() }),
  output: smsAnswer,
  run: (work, { networkinvitationid }) => describeFlow(work, networkinvitationid),
});
