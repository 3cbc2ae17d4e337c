import { DAY, HOUR, SECOND, takeTransactionLock, type Work } from '#modules/platform/index.ts';
import type { NetworkCaller } from './owner.ts';
import { Refusal } from './refusals.ts';

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
  { caller, db, now }: Pick<Work<NetworkCaller>, 'caller' | 'db' | 'now'>,
  sending: number,
): Promise<void> {
  if ('companyId' in caller.owner || caller.facts.application_count > 0) return;
  await takeTransactionLock(db, `invitations:${caller.accountId}`);
  const { sent } = await db
    .selectFrom('connection_event as event')
    .innerJoin('connection as c', 'c.id', 'event.connection_id')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('c.owner_id', '=', caller.accountId)
    .where('event.at', '>', new Date(now.getTime() - DAY))
    .where('event.kind', 'in', ['invited', 'resent'])
    .executeTakeFirstOrThrow();
  if (sent + sending > newcomerLimit) {
    throw new Refusal('throttled', {
      detail: 'invitations before the first check',
      retryAfter: HOUR / SECOND,
    });
  }
}
