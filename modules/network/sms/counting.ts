import { formatCount, SECOND, type Work } from '#modules/platform/index.ts';
import { networkLimits } from '../limits.ts';
import { type NetworkRefusalCode, Refusal } from '../refusals.ts';
import { countedSince, countedUntil, leftOf, type SmsFlow } from './flow.ts';
import { sendSmsCode } from './jobs.ts';

/**
 * Wrong tries and texts are counted for each invitation, no matter how often the flow is restarted or which member of
 * the team it is (D12). Tries are forgotten a day after the last one, so that no 24 hours contain more of them than the
 * limit.
 */

const mostTries = networkLimits['sms.wrong-tries'];

/**
 * Counts a try in a transaction of its own, so that a refusal does not undo it. `afterRightTry` gives a correct one
 * back.
 * @returns how many tries are left
 * @throws Refusal network.sms-locked
 */
export async function countTry(work: Pick<Work, 'apart' | 'now'>, flow: SmsFlow): Promise<number> {
  const since = countedSince(work.now);
  const counted = await work.apart(({ db, now }) =>
    db
      .insertInto('sms_acceptance')
      .values({ connection_id: flow.id, tries: 1, last_tried_at: now })
      .onConflict((known) =>
        known
          .column('connection_id')
          .doUpdateSet((row) => {
            const over = row('sms_acceptance.last_tried_at', '<=', since);
            return {
              tries: row
                .case()
                .when(over)
                .then(1)
                .else(row('sms_acceptance.tries', '+', 1))
                .end(),
              last_tried_at: now,
            };
          })
          .where((row) =>
            row.or([
              row('sms_acceptance.tries', '<', mostTries),
              row('sms_acceptance.last_tried_at', '<=', since),
            ]),
          ),
      )
      .returning('tries')
      .executeTakeFirst(),
  );
  if (!counted) throw locked(flow, work.now);
  return mostTries - counted.tries;
}

/** @throws Refusal network.sms-locked when no try is left */
export function requireTries(flow: SmsFlow, now: Date): void {
  if (leftOf(flow, now).tries <= 0) throw locked(flow, now);
}

function locked({ last_tried_at }: SmsFlow, now: Date): Refusal {
  return new Refusal('network.sms-locked', { retryAfter: secondsUntilOver(last_tried_at, now) });
}

/** A query that moves the flow on after a correct try, and gives the try back. */
export function afterRightTry({ db }: Pick<Work, 'db'>, id: string) {
  return db
    .updateTable('sms_acceptance')
    .set((row) => ({ tries: row.fn<number>('greatest', [row('tries', '-', 1), row.val(0)]) }))
    .where('connection_id', '=', id);
}

/** The refusal of a wrong entry, with the number of tries left next to the field. */
export function mismatch(code: NetworkRefusalCode, field: string, left: number): Refusal {
  const tries = left === 0 ? 'No tries are left.' : `${formatCount(left, 'try is', 'tries are')} left.`;
  return new Refusal(code, { field, issues: { [field]: [tries] } });
}

/** @throws Refusal network.sms-sends-used when no text is left */
export function requireSends(flow: SmsFlow, now: Date): void {
  if (leftOf(flow, now).sends <= 0) throw sendsUsed(flow.sends_since, now);
}

/**
 * Has a text with a new code sent; the previous code no longer works.
 * @throws Refusal network.sms-sends-used
 */
export async function orderCode(
  work: Pick<Work, 'db' | 'now' | 'enqueue'>,
  flow: Pick<SmsFlow, 'id' | 'sends_since'>,
): Promise<void> {
  const { now } = work;
  const since = countedSince(now);
  const ordered = await work.db
    .updateTable('sms_acceptance')
    .set((row) => {
      const over = row.or([row('sends_since', 'is', null), row('sends_since', '<=', since)]);
      return {
        sends: row
          .case()
          .when(over)
          .then(1)
          .else(row('sends', '+', 1))
          .end(),
        sends_since: row.case().when(over).then(now).else(row.ref('sends_since')).end(),
        sending: row('sending', '+', 1),
        code_hash: null,
        code_expires_at: null,
      };
    })
    .where('connection_id', '=', flow.id)
    .where('state', '=', 'code')
    .where((row) => row.or([row('sends', '<', networkLimits['sms.codes']), row('sends_since', '<=', since)]))
    .returning('sending')
    .executeTakeFirst();
  if (!ordered) throw sendsUsed(flow.sends_since, now);
  await work.enqueue(sendSmsCode, { connectionId: flow.id, sending: ordered.sending });
}

function sendsUsed(since: Date | null, now: Date): Refusal {
  return new Refusal('network.sms-sends-used', { retryAfter: secondsUntilOver(since, now) });
}

function secondsUntilOver(since: Date | null, now: Date): number {
  return Math.max(1, Math.ceil((countedUntil(since, now).getTime() - now.getTime()) / SECOND));
}
