import { z } from 'zod';
import { recordAccess } from '#modules/identity/index.ts';
import { operation, sql, type Work } from '#modules/platform/index.ts';
import { networkCountsSchema, readCounts } from './counts.ts';
import { connectionGrid } from './grid.ts';
import { historyRecord, readHistory } from './history.ts';
import { type NetworkCaller, networkOwner, ownedBy } from './owner.ts';
import { Refusal } from './refusals.ts';

/** Shared with Me: one page of the owner's network, and how many rows both grids have without filters. */
export const listSharedWithMe = operation({
  name: 'network.list-shared-with-me',
  summary: 'One page of the connections that share with the caller’s network.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: connectionGrid.input,
  output: connectionGrid.output.extend({ counts: networkCountsSchema }),
  async run(work, input) {
    const counts = await readCounts(work);
    const options = { where: ownedBy(work.caller.owner), counted: counts.sharedwithme };
    return { ...(await connectionGrid.read(work, input, options, viewOf(work))), counts };
  },
});

/** What the derived fields of a row need. */
const viewOf = ({ now, caller }: Pick<Work<NetworkCaller>, 'now' | 'caller'>) => ({
  now,
  role: caller.networkRole,
});

/** The name for the dialogs of a row. It shows no score, so no access is recorded. */
export const getConnectionName = operation({
  name: 'network.get-connection-name',
  summary: 'The person a connection is about.',
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

/** The details of a row: one connection with its history. If it shows a score, the access is recorded (D48). */
export const getConnection = operation({
  name: 'network.get-connection',
  summary: 'One connection with its history.',
  access: networkOwner('viewer'),
  kind: 'write',
  input: z.object({ connectionid: z.uuid() }),
  output: z.object({
    connection: connectionGrid.row,
    historyrecords: z.array(historyRecord),
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
    return {
      connection: connectionGrid.present(row, viewOf(work)),
      historyrecords: await readHistory(work, row),
    };
  },
});

function findRow(work: Work<NetworkCaller>, id: string) {
  return connectionGrid.readRow(work, sql<boolean>`(c.id = ${id} and ${ownedBy(work.caller.owner)})`);
}
