import { z } from 'zod';
import { inputOf, operation, staff } from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { digestFields } from '../fields.ts';

/** Whether a member of staff gets the morning email. Everybody gets it until they turn it off. */

export const getDigestChoice = operation({
  name: 'admin.get-digest-choice',
  summary: 'Whether the caller gets the morning email about waiting and overdue work.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({ wanted: z.boolean() }),
  async run({ db, caller }) {
    const row = await db
      .selectFrom('staff_digest')
      .select('wanted')
      .where('account_id', '=', caller.accountId)
      .executeTakeFirst();
    return { wanted: row?.wanted ?? true };
  },
});

export const saveDigestChoice = operation({
  name: 'admin.save-digest-choice',
  summary: 'Turns the caller’s morning email on or off.',
  access: staff,
  kind: 'write',
  input: inputOf(digestFields),
  output: z.object({}),
  async run(work, { wanted }) {
    const accountId = work.caller.accountId;
    const saved = await work.db
      .insertInto('staff_digest')
      .values({ account_id: accountId, wanted })
      .onConflict((same) =>
        same.column('account_id').doUpdateSet({ wanted }).where('staff_digest.wanted', '<>', wanted),
      )
      .returning('account_id')
      .executeTakeFirst();
    if (saved) await work.audit({ action: adminAudit.digestSwitched, about: accountId, detail: { wanted } });
    return {};
  },
});
