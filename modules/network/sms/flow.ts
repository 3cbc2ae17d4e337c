import { sql, type Work } from '#modules/platform/index.ts';
import { hasShareableScore } from '../invitations/acceptable.ts';
import { networkLimits, networkTimings } from '../limits.ts';
import { type NetworkCaller, ownerId } from '../owner.ts';
import { reachableByText } from '../phone.ts';
import { type NetworkRefusalCode, Refusal } from '../refusals.ts';
import type { ConnectionType } from '../statuses.ts';
import type { SmsState, SmsStep } from './rules.ts';

/** One invitation on its way through acceptance by text message. */
export interface SmsFlow {
  id: string;
  /** The verified number that texts may go to now: ten digits; null if there is none. */
  number: string | null;
  has_score: boolean;
  connection_type: ConnectionType;
  accepted_at: Date | null;
  ignored_at: Date | null;
  withdrawn: boolean;
  invite_expires_at: Date;
  state: SmsState;
  /** The number that was proven. */
  mobile: string | null;
  tries: number;
  last_tried_at: Date | null;
  sends: number;
  sends_since: Date | null;
  sending: number;
  code_hash: string | null;
  code_expires_at: Date | null;
  waiting_until: Date | null;
  opted_out: boolean;
}

type Reading = Pick<Work<NetworkCaller>, 'db' | 'now' | 'caller'>;

/** @throws Refusal not-found for an invitation of another network */
export async function readFlow({ db, now, caller }: Reading, id: string): Promise<SmsFlow> {
  const row = await db
    .selectFrom('connection as c')
    .leftJoin('account as a', 'a.id', 'c.account_id')
    .leftJoin('sms_acceptance as s', 's.connection_id', 'c.id')
    .select([
      'c.id',
      'c.connection_type',
      'c.accepted_at',
      'c.ignored_at',
      'c.invite_expires_at',
      sql<boolean>`(c.cancelled_at is not null or c.removed_at is not null)`.as('withdrawn'),
      sql<string | null>`(case when ${reachableByText} then a.mobile end)`.as('number'),
      hasShareableScore(now).as('has_score'),
      's.state',
      's.mobile',
      's.tries',
      's.last_tried_at',
      's.sends',
      's.sends_since',
      's.sending',
      's.code_hash',
      's.code_expires_at',
      's.waiting_until',
      's.opted_out',
    ])
    .where('c.id', '=', id)
    .where('c.owner_id', '=', ownerId(caller.owner))
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found', { detail: `invitation ${id}` });
  return {
    ...row,
    state: row.state ?? 'number',
    tries: row.tries ?? 0,
    sends: row.sends ?? 0,
    sending: row.sending ?? 0,
    opted_out: row.opted_out ?? false,
  };
}

/** Why the invitation cannot be accepted by text message now; null if it can. */
export function findObstacle(flow: SmsFlow, now: Date): NetworkRefusalCode | null {
  if (flow.withdrawn || flow.accepted_at || flow.ignored_at) return 'network.sms-closed';
  if (flow.invite_expires_at <= now) return 'network.sms-expired';
  if (flow.connection_type !== 'INDIVIDUAL') return 'network.sms-company';
  if (flow.number === null || (flow.mobile !== null && flow.mobile !== flow.number)) {
    return 'network.sms-no-number';
  }
  return flow.has_score ? null : 'network.sms-no-score';
}

/** The step that the owner of the network has reached. */
export function stepOf(flow: SmsFlow, now: Date): SmsStep {
  if (flow.withdrawn) return 'stopped';
  if (flow.accepted_at) return 'accepted';
  if (flow.state === 'declined') return 'declined';
  if (findObstacle(flow, now)) return 'stopped';
  if (flow.state === 'waiting') return isOver(flow.waiting_until, now) ? 'unanswered' : 'waiting';
  return flow.state;
}

/** @throws Refusal with the obstacle, or if the flow is at another step */
export function requireStep(flow: SmsFlow, now: Date, ...steps: SmsStep[]): void {
  const obstacle = findObstacle(flow, now);
  if (obstacle) throw new Refusal(obstacle);
  const step = stepOf(flow, now);
  if (!steps.includes(step)) throw new Refusal('network.not-in-this-state', { detail: step });
}

export function isOver(until: Date | null, now: Date): boolean {
  return until === null || until <= now;
}

/** The moment from which tries and texts are counted. */
export function countedSince(now: Date): Date {
  return new Date(now.getTime() - networkTimings['sms.counted']);
}

/** Until when tries or texts that were counted at this moment stay counted. */
export function countedUntil(from: Date | null, now: Date): Date {
  return new Date((from ?? now).getTime() + networkTimings['sms.counted']);
}

/** How many wrong tries and how many texts are left. */
export function leftOf(flow: SmsFlow, now: Date): { tries: number; sends: number } {
  const since = countedSince(now);
  const counted = (count: number, from: Date | null) => (isOver(from, since) ? 0 : count);
  return {
    tries: networkLimits['sms.wrong-tries'] - counted(flow.tries, flow.last_tried_at),
    sends: networkLimits['sms.codes'] - counted(flow.sends, flow.sends_since),
  };
}
