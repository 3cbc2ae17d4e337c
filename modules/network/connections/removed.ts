import { z } from 'zod';
import {
  choiceFilter,
  column,
  containsWord,
  defineGrid,
  derived,
  gridColumn,
  operation,
  searchFilter,
  sql,
} from '#modules/platform/index.ts';
import { networkTimings } from '../limits.ts';
import { networkOwner, type Owner, ownerId } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { connectionTypes, statusFilters } from '../statuses.ts';
import { typeFilter } from './grid.ts';
import { historyRecord, readHistory } from './history.ts';

/**
 * The filter Removed of Shared with Me: people and companies that the network removed in the last 30 days (D101). It is
 * a grid of its own, because only the name of a removed person may be seen, searched or sorted by (D54).
 */

/** Connections that were removed after this moment are listed. */
export const removedSince = (now: Date) => new Date(now.getTime() - networkTimings['network.removed-listed']);

/** Until when a connection that was removed at this moment is listed. */
export const listedUntil = (removed: Date) =>
  new Date(removed.getTime() + networkTimings['network.removed-listed']);

/** The condition on `c` for the rows that this owner's network removed and that are still listed. */
const removedFrom = (owner: Owner, now: Date) => sql<boolean>`(
  c.owner_id = ${ownerId(owner)} and c.removed_by_account_id is not null and c.removed_at > ${removedSince(now)})`;

/** A company has only a last name, as in Shared with Me. */
const name = {
  firstname: sql`(case when c.sharing_company_id is null then c.to_firstname else '' end)`,
  lastname: sql`coalesce(sharing.company_name, c.to_lastname)`,
};

/** The same for the search, which reads no other table of the grid. */
const searchedName = sql`(case when c.sharing_company_id is null then c.to_firstname || ' ' || c.to_lastname
  else (select company_name from company where company.id = c.sharing_company_id) end)`;

/** Who removed it: a member of the team by name, or staff, whom the company knows by no name. */
export const removerName = sql`(case when remover.role = 'ADMIN' then 'Support'
  else remover.firstname || ' ' || remover.lastname end)`;

const columns = {
  id: gridColumn(column.uuid, 'c.id'),
  firstname: gridColumn(column.text, name.firstname),
  lastname: gridColumn(column.text, name.lastname),
  fullname: gridColumn(column.text, sql`trim(${name.firstname} || ' ' || ${name.lastname})`, {
    sort: { name: 'name', by: 'c.sort_name', type: 'text' },
  }),
  removed_dts: gridColumn(column.instant, 'c.removed_at', {
    sort: { name: 'removed', by: 'c.removed_at', type: 'timestamptz' },
  }),
  removed_by: gridColumn(column.text, removerName),
  connectiontype: gridColumn(column.oneOf(connectionTypes), 'c.connection_type', { filter: typeFilter }),
};

/** Never part of an answer: it decides the history. */
const internal = { invite_expires_at: gridColumn(column.instant, 'c.invite_expires_at') };

export const removedGrid = defineGrid({
  name: 'removed-from-network',
  table: sql`connection c`,
  id: 'c.id',
  joins: sql`join account remover on remover.id = c.removed_by_account_id
    left join company sharing on sharing.id = c.sharing_company_id`,
  columns,
  internal,
  filters: [
    searchFilter({
      name: 'q',
      label: 'Name',
      where: ({ words }) => {
        const patterns = words.map((word) => containsWord(sql`spellings(${searchedName})`, word));
        return sql`(${sql.join(patterns, sql` and `)})`;
      },
    }),
    // Every other status is a choice in the grid with all other rows.
    choiceFilter({
      name: 'status',
      label: 'Status',
      any: 'Any status',
      choices: statusFilters,
      where: () => sql`true`,
    }),
  ],
  derived: {
    listed_until: derived(z.date(), ({ removed_dts }: { removed_dts: Date }) => listedUntil(removed_dts)),
  },
  order: ['removed', 'desc'],
});
export type RemovedAnswer = z.output<typeof removedGrid.row>;

/** One page of the connections that the network removed in the last 30 days. */
export const listRemoved = operation({
  name: 'network.list-removed',
  summary: 'One page of the connections that were removed from the caller’s network in the last 30 days.',
  access: networkOwner('viewer'),
  kind: 'read',
  mayLag: true,
  input: removedGrid.input,
  output: removedGrid.output,
  run: (work, input) =>
    removedGrid.read(work, input, { where: removedFrom(work.caller.owner, work.now) }, undefined),
});

/** One removed connection and its history until then. */
export const getRemoved = operation({
  name: 'network.get-removed',
  summary: 'A connection that was removed from the caller’s network in the last 30 days, with its history.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: z.object({ connectionid: z.uuid() }),
  output: z.object({ connection: removedGrid.row, historyrecords: z.array(historyRecord) }),
  async run(work, { connectionid }) {
    const { owner } = work.caller;
    const row = await removedGrid.readRow(
      work,
      sql<boolean>`(c.id = ${connectionid} and ${removedFrom(owner, work.now)})`,
    );
    if (!row) throw new Refusal('not-found', { detail: `removed connection ${connectionid}` });
    const { id, invite_expires_at, removed_dts } = row;
    const history = await readHistory(work, {
      id,
      told: true,
      open: false,
      invite_expires_at,
      remind_at: null,
      expiration_date: null,
    });
    return {
      connection: removedGrid.present(row, undefined),
      // Without later events, because the owner must not see what the mail provider reported after the removal.
      historyrecords: history.filter(({ date }) => date <= removed_dts),
    };
  },
});
