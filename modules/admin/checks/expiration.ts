import { z } from 'zod';
import { adjustExpiration } from '#modules/applications/index.ts';
import { inputOf, operation, staff } from '#modules/platform/index.ts';
import { expirationFields } from '../fields.ts';
import { writeNote } from '../user/notes.ts';
import { getLivingSubject, userId } from '../user/subject.ts';

/**
 * Moves the expiration of a person's active score, with a note; the person is told (D71).
 * @throws Refusal not-found, invalid-input for a date out of bounds
 */
export const adjustExpirationDate = operation({
  name: 'admin.adjust-expiration-date',
  summary:
    "Moves the expiration of a person's active score to a day more than 30 and less than 365 days ahead.",
  access: staff,
  kind: 'write',
  input: inputOf(expirationFields).extend({
    userid: userId.shape.userid,
    /** The ShieldID of the score. If neither this nor the profile is given, the active score is meant. */
    candidateid: z.string().max(40).optional(),
    /** The agency's number of the check that the score comes from. */
    cra_profileid: z.string().max(40).optional(),
  }),
  output: z.object({}),
  async run(work, { userid, new_expiration, adminnote, candidateid, cra_profileid }) {
    await getLivingSubject(work, userid);
    await adjustExpiration(work, {
      accountId: userid,
      expiration: new_expiration,
      note: adminnote,
      shieldId: candidateid,
      profileNumber: cra_profileid,
    });
    await writeNote(work, { userid, note_type: 'expiration', note: adminnote });
    return {};
  },
});
