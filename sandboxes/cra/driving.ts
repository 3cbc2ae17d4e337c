import type { Portal } from '#modules/platform/index.ts';
import { deliver } from './callbacks.ts';
import { advance } from './screening.ts';
import type { Screening } from './screening-row.ts';

/** What a developer sees and does with the orders at the sandbox agency. */

export interface SandboxOrder {
  profile_number: string;
  craid: string;
  state: Screening['state'];
  outcome: string;
  created_at: Date;
  /** Callbacks that the portal has not got yet. */
  undelivered: number;
}

/** Orders that are not finished, or whose callbacks were not delivered, newest first. */
export async function listSandboxOrders({ db }: Pick<Portal, 'db'>): Promise<SandboxOrder[]> {
  const rows = await db
    .selectFrom('sandbox.screening as s')
    .select(['s.profile_number', 's.craid', 's.state', 's.outcome', 's.created_at'])
    .select((row) =>
      row
        .selectFrom('sandbox.screening_callback as c')
        .whereRef('c.screening_id', '=', 's.id')
        .where('c.delivered_at', 'is', null)
        .select((count) => count.fn.countAll<string>().as('undelivered'))
        .as('undelivered'),
    )
    .orderBy('s.created_at', 'desc')
    .limit(500)
    .execute();
  return rows
    .map(({ undelivered, ...row }) => ({ ...row, undelivered: Number(undelivered) }))
    .filter(({ state, undelivered }) => undelivered > 0 || (state !== 'completed' && state !== 'withdrawn'));
}

async function findOrder({ db }: Pick<Portal, 'db'>, profileNumber: string): Promise<string | null> {
  const found = await db
    .selectFrom('sandbox.screening')
    .select('id')
    .where('profile_number', '=', profileNumber)
    .executeTakeFirst();
  return found?.id ?? null;
}

async function waitingCallbacks({ db }: Pick<Portal, 'db'>, screeningId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sandbox.screening_callback')
    .select('event_id')
    .where('screening_id', '=', screeningId)
    .where('delivered_at', 'is', null)
    .orderBy('position')
    .execute();
  return rows.map(({ event_id }) => event_id);
}

/**
 * Does the next step of an order now if no callback waits, and delivers what waits.
 * @returns how many callbacks were delivered; null if there is no such order
 * @throws Error unless the portal takes them
 */
export async function deliverNow(portal: Portal, profileNumber: string): Promise<number | null> {
  const id = await findOrder(portal, profileNumber);
  if (id === null) return null;
  if ((await waitingCallbacks(portal, id)).length === 0) await advance(portal, id);
  const events = await waitingCallbacks(portal, id);
  for (const event of events) await deliver(portal, event);
  return events.length;
}

/** Loses the callbacks of an order that were not delivered: nobody sends them again. @returns as `deliverNow` */
export async function loseCallbacks(portal: Portal, profileNumber: string): Promise<number | null> {
  const id = await findOrder(portal, profileNumber);
  if (id === null) return null;
  const events = await waitingCallbacks(portal, id);
  for (const event of events) {
    await portal.db
      .updateTable('sandbox.screening_callback')
      .set({ delivered_at: portal.clock.now() })
      .where('event_id', '=', event)
      .execute();
  }
  return events.length;
}
