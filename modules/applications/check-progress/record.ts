import { z } from 'zod';
import { sealedColumn, type Work } from '#modules/platform/index.ts';
import type { CraEvent } from '../cra/port.ts';
import { type SearchProgress, searchProgress } from '../cra/progress.ts';
import type { CraOrder } from '../entities/application.ts';

/** Sealed, because the places that are searched reveal where the person lived. */
const sealedAt = sealedColumn({ table: 'check_progress', column: 'searches', key: ['cra_order_id'] });

/** Stores what the agency says about its progress. An older callback does not replace what a newer one said. */
export async function recordProgress(
  work: Work<unknown>,
  order: Pick<CraOrder, 'id'>,
  event: Extract<CraEvent, { type: 'inprogress' }>,
): Promise<void> {
  if (event.estimated_on === null && event.searches.length === 0) return;
  const said = {
    searches: work.portal.keys.encrypt(JSON.stringify(event.searches), sealedAt(order.id)),
    estimated_on: event.estimated_on,
    said_at: new Date(event.occurred_at),
  };
  await work.db
    .insertInto('check_progress')
    .values({ cra_order_id: order.id, ...said })
    .onConflict((known) =>
      known
        .column('cra_order_id')
        .doUpdateSet({ ...said, delay_told_for: (row) => row.ref('check_progress.delay_told_for') })
        .where('check_progress.said_at', '<', said.said_at),
    )
    .execute();
}

/** @param sealed the column `searches` */
export function openSearches(
  work: Pick<Work, 'portal'>,
  craOrderId: string,
  sealed: string,
): SearchProgress[] {
  return z.array(searchProgress).parse(JSON.parse(work.portal.keys.decrypt(sealed, sealedAt(craOrderId))));
}
