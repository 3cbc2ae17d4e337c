import type { Portal } from '#modules/platform/index.ts';
import { listAdmins } from '../approvals/admins.ts';
import { sendLegalHold, tellLegalHold } from '../jobs.ts';
import { legalHoldMail } from '../mails.ts';

interface News {
  holdId: string;
  change: 'set' | 'lifted';
}

/** One mail job for each admin. */
export async function spreadLegalHold(portal: Portal, news: News): Promise<void> {
  await portal.work(tellLegalHold.name, async (work) => {
    for (const accountId of await listAdmins(work)) await work.enqueue(sendLegalHold, { ...news, accountId });
  });
}

/** The mail names neither the person nor the reason: both are read in the console. */
export async function deliverLegalHold(
  portal: Portal,
  { holdId, change, accountId }: News & { accountId: string },
  messageId: string,
): Promise<void> {
  const hold = await portal.work(sendLegalHold.name, ({ db }) =>
    db
      .selectFrom('legal_hold as h')
      .leftJoin('account as setter', 'setter.id', 'h.set_by_account_id')
      .leftJoin('account as lifter', 'lifter.id', 'h.lifted_by_account_id')
      .select([
        'h.company_id',
        'h.set_by_operator',
        'h.lifted_by_operator',
        'setter.firstname as set_first',
        'setter.lastname as set_last',
        'lifter.firstname as lift_first',
        'lifter.lastname as lift_last',
      ])
      .where('h.id', '=', holdId)
      .executeTakeFirst(),
  );
  if (!hold) return;
  const by =
    change === 'set'
      ? (hold.set_by_operator ?? `${hold.set_first} ${hold.set_last}`)
      : (hold.lifted_by_operator ?? `${hold.lift_first} ${hold.lift_last}`);
  const about = hold.company_id ? ('a company' as const) : ('a person' as const);
  await portal.mailTo({ accountId }, { host: null, messageId }, legalHoldMail({ about, change, by }));
}
