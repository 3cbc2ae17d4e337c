import { z } from 'zod';
import { operation, type Work, yesNo } from '#modules/platform/index.ts';
import { type NetworkCaller, networkOwner } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { findObstacle, leftOf, readFlow, stepOf } from './flow.ts';
import { smsSteps } from './rules.ts';

/** How far the acceptance of an invitation by text message is, for the owner of the network. */
export const smsAnswer = z.object({
  step: z.enum(smsSteps),
  /** Why it cannot be accepted by text message; null if it can. */
  obstacle: z.string().nullable(),
  /** The number has opted out of texts. */
  opted_out: yesNo,
  tries_left: z.number().int(),
  /** Texts with a code. */
  sends_left: z.number().int(),
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
    sends_left: left.sends,
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
