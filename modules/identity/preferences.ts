import { z } from 'zod';
import { changesOf, HOUR, operation, person } from '#modules/platform/index.ts';
import { preferenceFields } from './fields.ts';
import { savePreferences } from './people.ts';
import { Refusal } from './refusals.ts';

/** The person's own switches (D81): those that are given are set, the rest stays. */
export const updatePreferences = operation({
  name: 'identity.update-preferences',
  summary: "Sets switches of the person's privacy and communications.",
  access: person,
  kind: 'write',
  input: changesOf(preferenceFields),
  output: z.object({}),
  throttle: { by: 'account', limit: 600, per: HOUR },
  async run(work, changes) {
    const accepts = changes.network_autoacceptinvite || changes.shieldscore_clean_autoaccept;
    // Switched on, it would accept for the person what an admin session may not (D16, D107).
    if (work.caller.adminAccountId && accepts) throw new Refusal('not-in-admin-session');
    await savePreferences(work, work.caller.accountId, changes);
    return {};
  },
});
