import { z } from 'zod';
import { revealSsnOf } from '#modules/identity/index.ts';
import { inputOf, operation, staff } from '#modules/platform/index.ts';
import { ssnRevealFields } from '../fields.ts';
import { getLivingSubject, userId } from './subject.ts';

/**
 * The whole SSN, in one answer only; who saw it and why is in the audit log (D44).
 * @throws Refusal not-found
 */
export const revealSsn = operation({
  name: 'admin.reveal-ssn',
  summary: "Shows a person's whole SSN, with a reason that is kept in the audit log.",
  access: staff,
  kind: 'write',
  input: inputOf(ssnRevealFields).extend(userId.shape),
  output: z.object({ ssn: z.string() }),
  async run(work, { userid, reason }) {
    await getLivingSubject(work, userid);
    return { ssn: await revealSsnOf(work, userid, reason) };
  },
});
