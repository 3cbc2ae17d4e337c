import { z } from 'zod';
import { correctIdentity as correct } from '#modules/identity/index.ts';
import { inputOf, operation, staff } from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { identityCorrectionFields } from '../fields.ts';
import { getLivingSubject, userId } from './subject.ts';

/**
 * Corrects a name or date of birth that the person can no longer change (D98). Tells the person.
 * @throws Refusal not-found
 */
export const correctIdentity = operation({
  name: 'admin.correct-identity',
  summary: "Corrects a person's name or date of birth, and records the reason.",
  access: staff,
  kind: 'write',
  input: inputOf(identityCorrectionFields).extend({ userid: userId.shape.userid }),
  output: z.object({ changed: z.array(z.string()) }),
  async run(work, { userid, reason, ...right }) {
    await getLivingSubject(work, userid);
    const changed = await correct(work, userid, right);
    if (changed.length > 0) {
      await work.audit({ action: adminAudit.identityCorrected, about: userid, detail: { changed, reason } });
    }
    return { changed };
  },
});
