import { brandForHost } from '#modules/enterprise/index.ts';
import { formatMoment, formatReceiptAmount, type Portal } from '#modules/platform/index.ts';
import { sendControlChanged, sendWaits } from '../jobs.ts';
import { controlChangedMail, refundWaitsMail } from '../mails.ts';
import { controlTitles } from '../statuses.ts';
import { listAdmins } from './admins.ts';
import { controls } from './controls.ts';

type What = { what: 'refund' | 'control'; id: string };

/** One mail job for each admin other than the one who asked. */
export async function spreadWaits(portal: Portal, { what, id }: What): Promise<void> {
  await portal.work('admin.tell-waits', async (work) => {
    const table = what === 'refund' ? 'refund' : 'control_change';
    const asked = await work.db
      .selectFrom(table)
      .select('requested_by')
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (!asked) return;
    for (const accountId of await listAdmins(work)) {
      if (accountId !== asked.requested_by) await work.enqueue(sendWaits, { what, id, accountId });
    }
  });
}

/** Sends nothing once it is decided. */
export async function deliverWaits(
  portal: Portal,
  { what, id, accountId }: What & { accountId: string },
  messageId: string,
): Promise<void> {
  const letter = await portal.work('admin.send-waits', async (work) => {
    if (what === 'refund') {
      const refund = await work.db
        .selectFrom('refund')
        .leftJoin('account', 'account.id', 'refund.requested_by')
        .select(['amount_cents', 'currency', 'firstname', 'lastname', 'requested_operator'])
        .where('refund.id', '=', id)
        .where('refund.state', '=', 'waiting')
        .executeTakeFirst();
      // The reason is about a person, so it is read in the console alone.
      return (
        refund && {
          what: `A refund of ${formatReceiptAmount(refund.amount_cents, refund.currency)}`,
          requestedBy: refund.requested_operator
            ? `${refund.requested_operator} at the terminal`
            : `${refund.firstname} ${refund.lastname}`,
          reason: null,
          path: `/admin/refunds/${id}`,
        }
      );
    }
    const change = await findChange(work, id);
    return change?.state === 'waiting'
      ? {
          what: `A change of “${controlTitles[change.control]}”`,
          requestedBy: change.requestedBy,
          reason: change.reason,
          path: '/admin/settings/controls',
        }
      : undefined;
  });
  if (letter) await portal.mailTo({ accountId }, { host: null, messageId }, refundWaitsMail(letter));
}

/** One mail job for each admin, and one for the portal's support address. */
export async function spreadControlChanged(portal: Portal, id: string): Promise<void> {
  await portal.work('admin.tell-control-changed', async (work) => {
    const change = await findChange(work, id);
    if (!change) return;
    const state = change.state === 'waiting' ? ('waiting' as const) : ('changed' as const);
    for (const accountId of [...(await listAdmins(work)), null]) {
      await work.enqueue(sendControlChanged, { id, accountId, state });
    }
  });
}

export async function deliverControlChanged(
  portal: Portal,
  { id, accountId, state }: { id: string; accountId: string | null; state: 'waiting' | 'changed' },
  messageId: string,
): Promise<void> {
  const change = await portal.work('admin.send-control-changed', (work) => findChange(work, id));
  if (!change || change.state === 'rejected' || change.state === 'withdrawn') return;
  const { support_email: address, timeZone } = await brandForHost(portal, null);
  const effective =
    state === 'waiting' && change.effective_at ? formatMoment(change.effective_at, timeZone) : null;
  const letter = controlChangedMail({
    control: controlTitles[change.control],
    value: controls[change.control].words(change.value),
    requestedBy: change.requestedBy,
    reason: change.reason,
    effective,
    approvedBy: change.approvedBy,
  });
  await portal.mailTo(accountId ? { accountId } : { address }, { host: null, messageId }, letter);
}

async function findChange({ db }: Pick<Portal, 'db'>, id: string) {
  const found = await db
    .selectFrom('control_change as change')
    .innerJoin('account as asking', 'asking.id', 'change.requested_by')
    .leftJoin('account as deciding', 'deciding.id', 'change.decided_by')
    .selectAll('change')
    .select([
      'asking.firstname',
      'asking.lastname',
      'deciding.firstname as decider_firstname',
      'deciding.lastname as decider_lastname',
    ])
    .where('change.id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  return {
    ...found,
    requestedBy: `${found.firstname} ${found.lastname}`,
    approvedBy: found.decided_by ? `${found.decider_firstname} ${found.decider_lastname}` : null,
  };
}
