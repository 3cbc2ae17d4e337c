import { z } from 'zod';
import { anyone, HOUR, type KeyRing, operation } from '#modules/platform/index.ts';

/**
 * What became of the mailed link of a registration. Its code alone does not say whose it is, and the link may be opened
 * in a browser in which nobody is logged in, or somebody else is.
 */

const PURPOSE = 'identity.registration-link';

/** The part of the link that names its code. It verifies nothing, and gives no access. */
export function registrationLinkMark(keys: KeyRing, codeId: string): string {
  return keys.sign(PURPOSE, codeId);
}

const linkStates = ['open', 'used', 'expired', 'replaced', 'unknown'] as const;

/** It tells nothing about an account that the mail did not: only who got the mail has the mark. */
export const checkRegistrationLink = operation({
  name: 'identity.check-registration-link',
  summary: 'Whether the emailed link of a registration still works, why not, and whether it is the caller’s.',
  access: anyone,
  kind: 'read',
  input: z.object({ mark: z.string().max(200) }),
  output: z.object({ state: z.enum(linkStates), own: z.boolean() }),
  throttle: { by: 'address', limit: 120, per: HOUR },
  async run({ db, now, portal, caller }, { mark }): Promise<LinkState> {
    const codeId = portal.keys.unsign(PURPOSE, mark, now);
    if (codeId === null) return { state: 'unknown', own: false };
    const found = await db
      .selectFrom('verification_code as code')
      .innerJoin('account', 'account.id', 'code.account_id')
      .select(['account_id', 'email_verified_at', 'voided_at', 'expires_at'])
      .where('code.id', '=', codeId)
      .executeTakeFirst();
    // Codes are deleted after a week, long after they have expired.
    if (!found) return { state: 'expired', own: false };
    const own = caller?.accountId === found.account_id;
    if (found.email_verified_at) return { state: 'used', own };
    if (found.voided_at) return { state: 'replaced', own };
    return { state: found.expires_at && found.expires_at > now ? 'open' : 'expired', own };
  },
});

interface LinkState {
  state: (typeof linkStates)[number];
  own: boolean;
}
