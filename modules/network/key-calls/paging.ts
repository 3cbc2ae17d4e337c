import { unknownCursor } from '#modules/enterprise/index.ts';
import { type KeyCaller, type RawBuilder, sql, uncounted, type Work } from '#modules/platform/index.ts';
import { connectionGrid } from '../connections/grid.ts';
import { ownedBy } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { ownerOf, recordReading } from './acting.ts';

/**
 * One page of the connections of the key's company that meet a condition, the newest first. Each score on it is an
 * access to the person's data.
 */
export async function readConnections(
  work: Work<KeyCaller>,
  { limit, starting_after }: { limit: number; starting_after?: string | undefined },
  condition: RawBuilder<boolean>,
) {
  const owner = ownerOf(work.caller);
  if (starting_after !== undefined) {
    // Also one that was removed meanwhile, so that a client can go on.
    const known = await work.db
      .selectFrom('connection')
      .select('id')
      .where('id', '=', starting_after)
      .where('owner_company_id', '=', owner.companyId)
      .executeTakeFirst();
    if (!known) throw unknownCursor();
  }
  const after =
    starting_after === undefined
      ? undefined
      : connectionGrid.cursorAfter('made', { value: starting_after, id: starting_after });
  const { rows, cursors } = await connectionGrid.read(
    work,
    { sort: 'made', dir: 'desc', page: 1, rows: limit, after },
    { where: sql<boolean>`(${ownedBy(owner)} and ${condition})`, ...uncounted },
    { now: work.now, role: 'admin' },
  );
  await recordReading(
    work,
    rows.map(({ id }) => id),
  );
  return { rows, has_more: cursors.next !== null };
}

/** @throws Refusal not-found for a connection of another network, and for one that does not meet the condition */
export async function readConnection(work: Work<KeyCaller>, id: string, condition: RawBuilder<boolean>) {
  const row = await connectionGrid.readRow(
    work,
    sql<boolean>`(c.id = ${id} and ${ownedBy(ownerOf(work.caller))} and ${condition})`,
  );
  if (!row) throw new Refusal('not-found', { detail: `connection ${id}` });
  await recordReading(work, [row.id]);
  return connectionGrid.present(row, { now: work.now, role: 'admin' });
}
