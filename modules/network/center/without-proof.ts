import { z } from 'zod';
import { savePreferences } from '#modules/identity/index.ts';
import { anyone, operation } from '#modules/platform/index.ts';
import { lockPeople } from '../connections/people.ts';
import { checkOpen, selectInvitations } from '../invitations/acceptable.ts';
import { ignoreLocked } from '../invitations/answer.ts';
import { centerThrottle, resolveCenterCode } from './codes.ts';
import { centerInput } from './listing.ts';

/**
 * What the reader of a mailed link does without proving to be the person: sharing less (D119). A forwarded mail lets
 * somebody else ignore an invitation, but not see anything, and its own link opens the invitation again.
 */

/** @throws Refusal not-found for an expired code and for somebody else's invitation, and why it is not open */
export const ignorePendingInvitation = operation({
  name: 'network.ignore-pending-invite',
  summary: 'Ignores one of the open invitations of the person to whom a code was mailed.',
  access: anyone,
  kind: 'write',
  inPersonOnly: true,
  input: centerInput.extend({ inviteid: z.uuid() }),
  output: z.object({ inviteid: z.uuid() }),
  throttle: centerThrottle,
  async run(work, { invitecode, inviteid }) {
    const { account_id: accountId } = await resolveCenterCode(work, invitecode);
    await lockPeople(work, { accountIds: [accountId] });
    const invitation = await selectInvitations(work, { accountId, companyId: null })
      .where('c.id', '=', inviteid)
      .forUpdate()
      .executeTakeFirst();
    checkOpen(work, invitation, inviteid);
    await ignoreLocked(work, inviteid, { aboutId: accountId, actorId: work.caller?.accountId ?? null });
    return { inviteid };
  },
});

/** The answer is the same whether a preference was on or not. @throws Refusal not-found for an expired code */
export const turnOffPendingPreferences = operation({
  name: 'network.turn-off-pending-preferences',
  summary: 'Turns off automatic acceptance or search results of the person to whom a code was mailed.',
  access: anyone,
  kind: 'write',
  inPersonOnly: true,
  input: centerInput.extend({ preference: z.enum(['network_autoacceptinvite', 'network_searchresults']) }),
  output: z.object({}),
  throttle: centerThrottle,
  async run(work, { invitecode, preference }) {
    const { account_id: accountId } = await resolveCenterCode(work, invitecode);
    await savePreferences(work, accountId, { [preference]: false });
    return {};
  },
});
