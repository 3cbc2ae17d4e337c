import { z } from 'zod';
import { expireScore, findActiveScore } from '#modules/applications/index.ts';
import { inputOf, operation, staffOrTerminal } from '#modules/platform/index.ts';
import { expirationFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { writeNote } from '../user/notes.ts';
import { getLivingSubject, userId } from '../user/subject.ts';

/**
 * Makes a person's active score expire at once, with a note. The score that it had replaced returns for the days that it
 * has left.
 * @throws Refusal not-found, also if the score has expired already
 */
export const expireActiveScore = operation({
  name: 'admin.expire-active-score',
  summary: "Makes a person's active score expire at once.",
  access: staffOrTerminal,
  kind: 'write',
  input: inputOf(expirationFields).pick({ adminnote: true }).extend(userId.shape),
  output: z.object({}),
  async run(work, { userid, adminnote }) {
    await getLivingSubject(work, userid);
    const active = await findActiveScore(work, userid);
    const expired =
      active && (await expireScore(work, { accountId: userid, applicationId: active.application_id }));
    if (!expired) throw new Refusal('not-found', { detail: `valid score of ${userid}` });
    await writeNote(work, { userid, note_type: 'expiration', note: adminnote });
    return {};
  },
});
