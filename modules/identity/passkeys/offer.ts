import { z } from 'zod';
import { type Caller, operation, staff, type Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';

/** Staff are offered a passkey when they first sign in. They are not asked again, whatever they answer. */

export const getPasskeyOffer = operation({
  name: 'identity.get-passkey-offer',
  summary: 'Whether the member of staff is offered a passkey.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({ offered: z.boolean() }),
  async run({ db, caller }) {
    const open = await db
      .selectFrom('account')
      .select('id')
      .where('id', '=', caller.accountId)
      .where('passkey_offer_answered_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('passkey').select('id').whereRef('account_id', '=', 'account.id'))),
      )
      .executeTakeFirst();
    return { offered: open !== undefined };
  },
});

export const declinePasskey = operation({
  name: 'identity.decline-passkey',
  summary: 'Declines the offer of a passkey.',
  access: staff,
  kind: 'write',
  input: z.object({}),
  output: z.object({}),
  async run(work) {
    if (await answerOffer(work)) {
      await work.audit({ action: identityAudit.passkeyDeclined, about: work.caller.accountId });
    }
    return {};
  },
});

/**
 * Records that the caller declined the offer or added a passkey.
 * @returns whether it had no answer before
 */
export async function answerOffer({ db, now, caller }: Pick<Work<Caller>, 'db' | 'now' | 'caller'>) {
  const answered = await db
    .updateTable('account')
    .set({ passkey_offer_answered_at: now })
    .where('id', '=', caller.accountId)
    .where('passkey_offer_answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return answered !== undefined;
}
