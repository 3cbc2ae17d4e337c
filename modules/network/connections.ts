import { z } from 'zod';
import { recordAccess } from '#modules/identity/index.ts';
import {
  column,
  NUMBERED_ROWS,
  operation,
  type RawBuilder,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { connectionGrid } from './grid.ts';
import { connectionEvents } from './history.ts';
import { type NetworkCaller, networkOwner, ownedBy, sharedBy } from './owner.ts';
import { Refusal } from './refusals.ts';

/** Shared with Me: one page of the owner's network, filtered, sorted and counted by the database. */
export const listSharedWithMe = operation({
  name: 'network.list-shared-with-me',
  summary: 'One page of the connections that share with the caller’s network.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: connectionGrid.input,
  output: connectionGrid.output,
  run: (work, input) => connectionGrid.read(work, input, { where: ownedBy(work.caller.owner) }, viewOf(work)),
});

/** From what the answer of a row is worked out beside its columns. */
const viewOf = ({ now, caller }: Pick<Work<NetworkCaller>, 'now' | 'caller'>) => ({
  now,
  role: caller.networkRole,
});

/** Whom a row is about, for its dialogs: seeing a name opens no score. */
export const getConnectionName = operation({
  name: 'network.get-connection-name',
  summary: 'Whom a connection is about.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: z.object({ connectionid: z.uuid() }),
  output: z.object({ name: z.string() }),
  async run(work, input) {
    const row = await findRow(work, input.connectionid);
    if (!row) throw new Refusal('not-found', { detail: `connection ${input.connectionid}` });
    return {
      name: row.fullname || row.emailaddress || row.abcnumber || 'this person',
    };
  },
});

interface KnownCounts {
  sharedwithme?: number | undefined;
  myshares?: number | undefined;
}

/** Counts up to the rows that have numbered pages. */
const upTo = (where: RawBuilder<boolean>) =>
  sql`(select count(*)::int from (select 1 from connection c where ${where} limit ${NUMBERED_ROWS}) counted)`;

const networkCounts = statement({
  name: 'network.count',
  row: { sharedwithme: column.integer, sharing: column.integer, myshares: column.integer },
  examples: [
    [{ owner: { accountId: '' }, accountId: '' }, {}],
    [
      { owner: { companyId: '' }, accountId: '' },
      { sharedwithme: 0, myshares: 0 },
    ],
  ],
  sql: ({ owner, accountId }: Pick<NetworkCaller, 'owner' | 'accountId'>, known: KnownCounts) => {
    const total = (count: number | undefined, where: RawBuilder<boolean>) =>
      count === undefined ? upTo(where) : sql`${count}::int`;
    return sql`
      select ${total(known.sharedwithme, ownedBy(owner))} as sharedwithme,
        ${upTo(sql`${ownedBy(owner)} and c.status in ('CURRENT', 'INRENEWALWINDOW')`)} as sharing,
        ${total(known.myshares, sharedBy(accountId))} as myshares`;
  },
});

/**
 * How many rows each grid has, and how many share a valid score: for the tabs and the page's first line. A total that a
 * list has just counted is given instead of being counted again.
 */
export const countNetwork = operation({
  name: 'network.count',
  summary: 'How many connections both grids have.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: z.object({
    sharedwithme: z.number().int().optional(),
    myshares: z.number().int().optional(),
  }),
  output: z.object({
    sharedwithme: z.number().int(),
    sharing: z.number().int(),
    myshares: z.number().int(),
  }),
  async run(work, known) {
    const counts = await work.row(networkCounts(work.caller, known));
    return counts ?? { sharedwithme: 0, sharing: 0, myshares: 0 };
  },
});

/** One connection with its history: the details that a row opens. Seeing the score is written down (D48). */
export const getConnection = operation({
  name: 'network.get-connection',
  summary: 'One connection with its history.',
  access: networkOwner('viewer'),
  kind: 'write',
  input: z.object({ connectionid: z.uuid() }),
  output: z.object({
    connection: connectionGrid.row,
    historyrecords: z.array(
      z.object({
        id: z.uuid(),
        status: z.enum(['complete', 'inprogress', 'pending']),
        label: z.string(),
        date: z.date(),
      }),
    ),
  }),
  async run(work, input) {
    const row = await findRow(work, input.connectionid);
    if (!row) throw new Refusal('not-found', { detail: `connection ${input.connectionid}` });
    if (row.currenticstatus !== null && row.account_id) {
      await recordAccess(work, {
        personId: row.account_id,
        viewerAccountId: work.caller.accountId,
        viewerCompanyId: 'companyId' in work.caller.owner ? work.caller.owner.companyId : null,
        kind: 'score',
      });
    }
    const events = await work.db
      .selectFrom('connection_event')
      .select(['id', 'kind', 'at'])
      .where('connection_id', '=', row.id)
      .orderBy('at')
      .orderBy('id')
      .execute();
    return {
      connection: connectionGrid.present(row, viewOf(work)),
      historyrecords: events.map(({ id, kind, at }) => ({
        id,
        status: 'complete' as const,
        label: connectionEvents[kind],
        date: at,
      })),
    };
  },
});

function findRow(work: Work<NetworkCaller>, id: string) {
  return connectionGrid.readRow(work, sql<boolean>`(c.id = ${id} and ${ownedBy(work.caller.owner)})`);
}
