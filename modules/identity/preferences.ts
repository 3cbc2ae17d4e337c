import { z } from 'zod';
import { HOUR, operation, person, yesNo } from '#modules/platform/index.ts';
import { savePreferences } from './people.ts';

const flag = z.union([yesNo, z.boolean()]).optional();

/** The person's own switches (D81): those that are given are set, the rest stays. */
export const updatePreferences = operation({
  name: 'identity.update-preferences',
  summary: "Sets switches of the person's privacy and communications.",
  access: person,
  kind: 'write',
  input: z.object({
    network_sharing_master: flag,
    network_autoacceptinvite: flag,
    network_searchresults: flag,
    email_preference_invites: flag,
    email_preference_renewal: flag,
    shieldscore_clean_autoaccept: flag,
  }),
  output: z.object({}),
  throttle: { by: 'account', limit: 600, per: HOUR },
  async run(work, changes) {
    await savePreferences(work, work.caller.accountId, changes);
    return {};
  },
});
