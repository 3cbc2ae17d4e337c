import { z } from 'zod';
import { recordAccessOfMany } from '#modules/identity/index.ts';
import { anyOf, operation, pageSizes, type RawBuilder, sql, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { type NetworkCaller, networkOwner, ownedBy } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { readActionTargets } from './carry-out.ts';
import { connectionGrid } from './grid.ts';

/** Ids of the selected rows of one page; absent to export all rows that fit the filters. */
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
  const targets = await readActionTargets(work, ids);
  if (targets.length < new Set(ids).size) throw new Refusal('not-found', { detail: 'selected connections' });
  return sql<boolean>`(${owned} and c.id = ${anyOf(ids)})`;
}

/** Starts an export: writes it to the audit log, with its filters. */
export const startExport = operation({
  name: 'network.start-export',
  summary: 'Starts an export of the network.',
  access: networkOwner('admin'),
  kind: 'write',
  input: connectionGrid.filterInput.extend({ selected }),
  output: z.object({}),
  async run(work, input) {
    const { caller } = work;
    await wantedRows(work, input.selected);
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

/**
 * Reads the next rows of an export, ordered by name; `next` is null after the last. In the same transaction it records
 * the access to each score that these rows hold (D48): batch by batch, so that the download of a large network starts
 * at once.
 */
export const readExport = operation({
  name: 'network.read-export',
  summary: 'The next rows of an export of the network.',
  access: networkOwner('admin'),
  kind: 'write',
  input: connectionGrid.csv.input.extend({ selected }),
  output: connectionGrid.csv.output,
  async run(work, input) {
    const { owner, accountId } = work.caller;
    const batch = await connectionGrid.csv.read(work, input, {
      where: await wantedRows(work, input.selected),
    });
    const people = sql<{ person_id: string }>`
      select distinct c.account_id as person_id from connection c
      where c.id = ${anyOf(batch.rows.map((row) => row['#id']))} and c.account_id is not null and c.score is not null`;
    await recordAccessOfMany(work, people, {
      viewerAccountId: accountId,
      viewerCompanyId: 'companyId' in owner ? owner.companyId : null,
      kind: 'export',
    });
    return batch;
  },
});
