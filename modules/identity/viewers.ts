import { z } from 'zod';
import { column, defineGrid, gridColumn, operation, person, sql } from '#modules/platform/index.ts';
import { accessJoins, seenByOthers, viewerName } from './access-log.ts';
import { accessKinds } from './rules.ts';

const columns = {
  id: gridColumn(column.uuid, 'entry.id'),
  viewer_name: gridColumn(column.text, viewerName),
  kind: gridColumn(column.oneOf(accessKinds), 'entry.kind'),
  first_at: gridColumn(column.instant, 'entry.first_at', {
    sort: { name: 'when', by: sql`entry.first_at`, type: 'timestamptz' },
  }),
};

/** Who saw a person's score or report, newest first (D48). */
export const accessGrid = defineGrid({
  name: 'seen',
  table: sql`access_entry entry`,
  id: 'entry.id',
  joins: accessJoins,
  columns,
  order: ['when', 'desc'],
});

export const listSeen = operation({
  name: 'identity.list-seen',
  summary: "Who saw the caller's score or report, newest first.",
  access: person,
  kind: 'read',
  mayLag: true,
  input: accessGrid.input,
  output: accessGrid.output.omit({ rows: true }).extend({ seen: z.array(accessGrid.row) }),
  async run(work, input) {
    const where = seenByOthers(work.caller.accountId);
    const { rows, ...page } = await accessGrid.read(work, input, { where }, undefined);
    return { seen: rows, ...page };
  },
});
