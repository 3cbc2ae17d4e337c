import { z } from 'zod';
import { HOUR, operation, plainText, yesNo } from '#modules/platform/index.ts';
import { networkOwner } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { readFlow } from './flow.ts';
import { proveSmsCode, proveSmsNumber, provingInputs } from './proving.ts';
import { describeFlow, smsAnswer } from './reading.ts';
import type { SmsStep } from './rules.ts';

const answers: Partial<Record<SmsStep, 'YES' | 'NO'>> = { accepted: 'YES', declined: 'NO' };

/** All of SMS Accept as one call, as the documents have it (doc1 §7). It takes exactly one of the three values. */
export const smsInvite = operation({
  name: 'network.sms-invite',
  summary: 'Takes an invited person through acceptance by text message. Takes exactly one of three values.',
  access: networkOwner('admin'),
  kind: 'staged',
  // Clients ask every ten seconds whether there is an answer. Wrong values are counted for each invitation.
  throttle: { by: 'account', limit: 400, per: HOUR },
  input: z.object({
    networkinvitationid: z.uuid(),
    /** The last four digits. */
    phonenumber: provingInputs.phonenumber.optional(),
    verificationcode: provingInputs.verificationcode.optional(),
    /** Asks whether there is an answer; the value does not matter. */
    waiting_invite_answer: z.union([z.boolean(), z.number(), plainText(16)]).optional(),
  }),
  output: smsAnswer.extend({
    match: yesNo,
    /** Empty until there is an answer. */
    inviteaccepted: z.enum(['YES', 'NO', '']),
  }),
  async run(work, { networkinvitationid, phonenumber, verificationcode, waiting_invite_answer }) {
    await readFlow(work, networkinvitationid);
    const given = [phonenumber, verificationcode, waiting_invite_answer].filter(
      (value) => value !== undefined,
    );
    if (given.length !== 1) throw new Refusal('invalid-input', { detail: `${given.length} values` });
    const answer =
      phonenumber !== undefined
        ? await proveSmsNumber.run(work, { networkinvitationid, phonenumber })
        : verificationcode !== undefined
          ? await proveSmsCode.run(work, { networkinvitationid, verificationcode })
          : await describeFlow(work, networkinvitationid);
    return { ...answer, match: true, inviteaccepted: answers[answer.step] ?? ('' as const) };
  },
});
