import { z } from 'zod';
import { recordAccessOfMany } from '#modules/identity/index.ts';
import { anyOf, operation, pageSizes, type RawBuilder, sql, type Work } from '#modules/platform/index.ts';
import { readTargets } from './acting.ts';
import { networkAudit } from './audit.ts';
import { connectionGrid } from './grid.ts';
import { type NetworkCaller, networkOwner, ownedBy } from './owner.ts';
import { Refusal } from './refusals.ts';

/** Ids of selected rows of one page; absent for all rows that fit the filters. */
const selected = z
  .array(z.uuid())
  .min(1)
  .max(Math.max(...pageSizes))
  .optional();

/** The condition for the rows of an export. @throws Refusal not-found if a selected row is not in the caller's network */
async function wantedRows(
  work: Pick<Work<NetworkCaller>, 'db' | 'now' | 'caller'>,
  ids: z.output<typeof selected>,
): Promise<RawBuilder<boolean>> {
  const owned = ownedBy(work.caller.owner);
  if (!ids) return owned;
  const targets = await readTargets(work, ids);
  if (targets.length < new Set(ids).size) throw new Refusal('not-found', { detail: 'selected connections' });
  return sql<boolean>`(${owned} and c.id = ${anyOf(ids)})`;
}

/** Starts an export: records the access to the score of everybody whose score the file will hold (D48). */
export const startExport = operation({
  name: 'network.start-export',
  summary: 'Starts an export of the network.',
  access: networkOwner('admin'),
  kind: 'write',
  input: connectionGrid.filterInput.extend({ selected }),
  output: z.object({}),
  async run(work, input) {
    const { caller } = work;
    const where = await wantedRows(work, input.selected);
    const people = sql<{ person_id: string }>`
      select distinct c.account_id as person_id from connection c
      where ${where} and ${connectionGrid.filterSql(input)} and c.score is not null`;
    await recordAccessOfMany(work, people, {
      viewerAccountId: caller.accountId,
      viewerCompanyId: 'companyId' in caller.owner ? caller.owner.companyId : null,
      kind: 'export',
    });
    await work.audit({
      action: networkAudit.listExported,
      ...('companyId' in caller.owner ? { object: { type: 'company', id: caller.owner.companyId } } : {}),
      detail: {
        ...connectionGrid.filterDetail(input),
        ...(input.selected ? { selected: input.selected.length } : {}),
      },
    });
    return {};
  },
});

/** Reads the next rows of an export, ordered by name; `next` is null after the last. */
export const readExport = operation({
  name: 'network.read-export',
  summary: 'The next rows of an export of the network.',
  access: networkOwner('admin'),
  kind: 'read',
  input: connectionGrid.csv.input.extend({ selected }),
  output: connectionGrid.csv.output,
  async run(work, input) {
    return connectionGrid.csv.read(work, input, { where: await wantedRows(work, input.selected) });
  },
});
