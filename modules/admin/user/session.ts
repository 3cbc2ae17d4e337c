import { z } from 'zod';
import { endStaffSession, startStaffSession } from '#modules/identity/index.ts';
import { inputOf, operation, signedIn, staff } from '#modules/platform/index.ts';
import { userSessionFields } from '../fields.ts';
import { getLivingSubject, userId } from './subject.ts';

/** Staff act as a person, for an hour at most (D16, D107). */

export const startUserSession = operation({
  name: 'admin.start-user-session',
  summary: 'Starts a session as a person and emails them the reason.',
  access: staff,
  kind: 'write',
  input: inputOf(userSessionFields).extend(userId.shape),
  output: z.object({
    /** The page on the person's host that takes over the session (D15); null if this browser already has it. */
    redirect_to_branded_domain: z.string().nullable(),
  }),
  async run(work, { userid, reason }) {
    await getLivingSubject(work, userid);
    return { redirect_to_branded_domain: await startStaffSession(work, { accountId: userid, reason }) };
  },
});

export const endUserSession = operation({
  name: 'admin.end-user-session',
  summary: 'Ends a session in which staff act as a person. Other sessions continue.',
  access: signedIn,
  kind: 'write',
  input: z.object({}),
  output: z.object({
    /** The host of the staff session; null if nobody was acting as somebody else. */
    base_hostname: z.string().nullable(),
    /** The person as whom staff acted; null if nobody did. */
    userid: z.uuid().nullable(),
  }),
  async run(work) {
    const { accountId, adminAccountId } = work.caller;
    const { host } = await endStaffSession(work);
    return { base_hostname: host, userid: adminAccountId === null ? null : accountId };
  },
});
