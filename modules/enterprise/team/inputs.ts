import { z } from 'zod';
import { inputOf, yesNo } from '#modules/platform/index.ts';
import { teamInviteFields } from '../fields.ts';

/** What the calls about a team take and answer, those of its members and those of staff (doc2 §7, doc3 §7). */

const invitee = inputOf(teamInviteFields).omit({ disclosure: true });

export const teamInputs = {
  check: invitee.pick({ emailaddress: true }),
  invite: invitee,
  /** An invitation: by its id, under either name, or by its address (D60). */
  resend: z.object({
    memberid: z.uuid().nullish(),
    invitationid: z.uuid().nullish(),
    emailaddress: invitee.shape.emailaddress.optional(),
  }),
  save: z.object({
    members: z
      .array(
        z.object({
          memberid: z.uuid().nullish(),
          invitationid: z.uuid().nullish(),
          role: z.enum(['owner', 'admin', 'viewer']).optional(),
          issue_coupons: yesNo.optional(),
          /** Removes the member, or withdraws the invitation. */
          delete_flag: yesNo.optional(),
        }),
      )
      .max(500),
    /** The fingerprint from the list, so that a team which was changed in the meantime is not overwritten. */
    seen: z.string().max(64).optional(),
  }),
  /** A member: by their id or that of their account, under either name. */
  switchOwner: z.object({
    newuserid: z.uuid().nullish(),
    memberid: z.uuid().nullish(),
    /** Removes the company's saved card, which otherwise stays with the company (D143). */
    remove_card: yesNo.default(false),
  }),
};

/** What an address means for a team, before an invitation (doc2 §4.9). */
export const inviteeAnswer = z.object({
  exists: z.union([z.boolean(), z.enum(['alreadylinked', 'adminuser'])]),
  /** The address has an open invitation of this team. */
  pending: yesNo,
  /** Why the address cannot be invited, for the person; null if it can. */
  obstacle: z.string().nullable(),
});
