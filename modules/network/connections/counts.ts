import { z } from 'zod';
import {
  column,
  NUMBERED_ROWS,
  operation,
  type RawBuilder,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import {
  type NetworkCaller,
  networkOwner,
  type Owner,
  ownedBy,
  type Sharer,
  sharedBy,
  sharerOf,
} from '../owner.ts';

/** How many rows a grid has in all: at most NUMBERED_ROWS. If there are more, `exact` is false. */
const total = z.object({ total: z.number().int(), exact: z.boolean() });

export const networkCountsSchema = z.object({
  sharedwithme: total,
  /** How many of the rows of Shared with Me share a valid score; null if there are too many rows to count. */
  sharing: z.number().int().nullable(),
  myshares: total,
});
export type NetworkCounts = z.output<typeof networkCountsSchema>;

const firstRows = (where: RawBuilder<boolean>) =>
  sql`(select c.status from connection c where ${where} limit ${NUMBERED_ROWS + 1})`;

/**
 * Reads the rows of each grid once; the index connection_network_status_idx holds everything that the first grid needs.
 */
const networkCounts = statement({
  name: 'network.count',
  prepared: true,
  row: { sharedwithme: column.integer, sharing: column.integer, myshares: column.integer },
  examples: [
    [{ accountId: '' }, { accountId: '', companyId: null }],
    [{ companyId: '' }, { accountId: '', companyId: '' }],
  ],
  sql: (owner: Owner, sharer: Sharer) => sql`
    select mine.sharedwithme, mine.sharing, others.myshares
    from (select count(*)::int as sharedwithme,
        (count(*) filter (where status in ('CURRENT', 'INRENEWALWINDOW')))::int as sharing
        from ${firstRows(ownedBy(owner))} as counted) mine
      cross join (select count(*)::int as myshares from ${firstRows(sharedBy(sharer))} as counted) others`,
});

/** Counts the rows of both grids, without filters, in one statement. */
export async function readCounts(work: Pick<Work<NetworkCaller>, 'row' | 'caller'>): Promise<NetworkCounts> {
  const counted = await work.row(networkCounts(work.caller.owner, sharerOf(work.caller)));
  if (!counted) throw new Error('The query for the counts returned no row');
  const sharedwithme = countForGrid(counted.sharedwithme);
  return {
    sharedwithme,
    sharing: sharedwithme.exact ? counted.sharing : null,
    myshares: countForGrid(counted.myshares),
  };
}

/** A count of all rows as a grid says it. */
export function countForGrid(rows: number) {
  return { total: Math.min(rows, NUMBERED_ROWS), exact: rows <= NUMBERED_ROWS };
}

/**
 * How many rows each grid has without filters, and how many share a valid score: for the tabs and the introduction of
 * the page.
 */
export const countNetwork = operation({
  name: 'network.count',
  summary: 'How many connections each of the two grids has.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: z.object({}),
  output: networkCountsSchema,
  run: (work) => readCounts(work),
});
