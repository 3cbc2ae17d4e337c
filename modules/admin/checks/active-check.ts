import { z } from 'zod';
import { activateCheck } from '#modules/applications/index.ts';
import { inputOf, operation, staff } from '#modules/platform/index.ts';
import { checkActivationFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { writeNote } from '../user/notes.ts';
import { getLivingSubject, userId } from '../user/subject.ts';

/**
 * @throws Refusal not-found, applications.check-open, invalid-input if the active one is also among the inactive ones
 */
export const updateBackgroundChecks = operation({
  name: 'admin.update-background-checks',
  summary:
    "Makes the score of one of a person's finished checks the active one; the person is told. The note, if there is one, is kept on the record.",
  access: staff,
  kind: 'write',
  input: inputOf(checkActivationFields)
    .partial({ note: true })
    .extend({
      userid: userId.shape.userid,
      /** Its id in the answer of /admin/getuserbgchecks. */
      active_cra_id: z.uuid(),
      inactive_bg_checks: z.array(z.uuid()).max(100).default([]),
    }),
  output: z.object({}),
  async run(work, { userid, active_cra_id: active, inactive_bg_checks: inactive, note }) {
    const person = await getLivingSubject(work, userid);
    if (inactive.includes(active)) {
      throw new Refusal('invalid-input', {
        field: 'inactive_bg_checks',
        message: 'Only one background check can be active at a time',
      });
    }
    await activateCheck(work, {
      accountId: userid,
      accountActive: person.active,
      active,
      inactive,
      reason: note ?? null,
    });
    if (note) await writeNote(work, { userid, note_type: 'note', note, applicationid: active });
    return {};
  },
});
