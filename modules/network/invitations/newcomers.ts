import { DAY, SECOND, takeTransactionLock, type Work } from '#modules/platform/index.ts';
import { type NetworkActor, ownerId } from '../owner.ts';
import { Refusal } from '../refusals.ts';

/**
 * How many invitations a person without a purchased check can send in 24 hours, counting first and repeated ones
 * together (D109).
 */
const newcomerLimit = 20;

/**
 * Call it in the transaction that sends. From here on, transactions of the same person run one after the other, so that
 * two at the same time cannot both use the last free place.
 * @param sending how many more are about to be sent
 * @throws Refusal throttled if a person without a purchased check would send more than the limit
 */
export async function limitNewcomer(
  { caller, db, now }: Pick<Work<NetworkActor>, 'caller' | 'db' | 'now'>,
  sending: number,
): Promise<void> {
  if ('companyId' in caller.owner || caller.facts.application_count > 0) return;
  await takeTransactionLock(db, `invitations:${caller.accountId}`);
  const sent = await db
    .selectFrom('connection_event as event')
    .innerJoin('connection as c', 'c.id', 'event.connection_id')
    .select('event.at')
    .where('c.owner_id', '=', caller.accountId)
    .where('event.at', '>', new Date(now.getTime() - DAY))
    .where('event.kind', 'in', ['invited', 'resent'])
    .orderBy('event.at')
    .execute();
  const over = sent.length + sending - newcomerLimit;
  if (over > 0) {
    throw new Refusal('throttled', {
      detail: 'invitations before the first check',
      retryAfter: untilFree(sent, over, now),
    });
  }
}

/** How often one owner can invite the same person or address in 24 hours, withdrawn and repeated invitations together. */
const repeatLimit = 4;

/**
 * Limits how often the same person is invited. It is called in the transaction that has sent an invitation. Needed
 * because the limit for sending one invitation again does not apply to a new one after a withdrawal.
 * @throws Refusal throttled
 */
export async function limitRepeats(
  { caller, db, now }: Pick<Work<NetworkActor>, 'caller' | 'db' | 'now'>,
  invitee: { accountId: string | null; companyId?: string | null; email: string | null },
): Promise<void> {
  const { accountId, companyId = null, email } = invitee;
  const sent = await db
    .selectFrom('connection as c')
    .innerJoin('connection_event as event', 'event.connection_id', 'c.id')
    .select('event.at')
    .where('c.owner_id', '=', ownerId(caller.owner))
    .where((row) =>
      row.or([
        ...(accountId === null ? [] : [row('c.account_id', '=', accountId)]),
        ...(companyId === null ? [] : [row('c.sharing_company_id', '=', companyId)]),
        ...(email === null
          ? []
          : [row.and([row('c.account_id', 'is', null), row('c.to_email', '=', email)])]),
      ]),
    )
    .where('event.at', '>', new Date(now.getTime() - DAY))
    .where('event.kind', 'in', ['invited', 'resent'])
    .orderBy('event.at')
    .execute();
  const over = sent.length - repeatLimit;
  if (over > 0) {
    throw new Refusal('throttled', {
      detail: 'the same person again and again',
      retryAfter: untilFree(sent, over, now),
    });
  }
}

/**
 * In seconds: when the oldest `over` invitations are a day old. If more are sent together than are allowed in a day, that
 * of the newest.
 */
function untilFree(sent: { at: Date }[], over: number, now: Date): number {
  const last = sent[Math.min(over, sent.length) - 1]?.at ?? now;
  return Math.max(1, Math.ceil((last.getTime() + DAY - now.getTime()) / SECOND));
}
