import type { CraBlock } from '#modules/applications/index.ts';
import { getSetting, type Work } from '#modules/platform/index.ts';
import { sandboxDisputeDelay } from './disputes.ts';
import type { Screening } from './screening-row.ts';

/** Stores a block, or its withdrawal. If it is sent again, the delay until its result starts again. */
export async function takeBlock(
  work: Work<unknown>,
  screening: Screening,
  { blockId, blocked }: CraBlock,
): Promise<void> {
  const delay = await getSetting(work.db, sandboxDisputeDelay);
  await work.db
    .updateTable('sandbox.screening')
    .set({ block_id: blockId, block_on: blocked, block_due_at: new Date(work.now.getTime() + delay) })
    .where('id', '=', screening.id)
    .execute();
}
