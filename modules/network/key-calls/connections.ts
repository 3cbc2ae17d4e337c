import { z } from 'zod';
import { apiKey, pageInput, pageOf } from '#modules/enterprise/index.ts';
import { grades, operation, searchText, sql } from '#modules/platform/index.ts';
import type { ConnectionAnswer } from '../connections/grid.ts';
import { readTerm } from '../search/search.ts';
import { connectionStatuses, connectionTypes } from '../statuses.ts';
import { readConnection, readConnections } from './paging.ts';

/** The people and companies that share with the key's company, as its grid shows them. */

const connection = z.object({
  id: z.uuid(),
  type: z.enum(connectionTypes),
  firstname: z.string(),
  lastname: z.string(),
  businessname: z.string(),
  email: z.string().nullable(),
  shieldid: z.string().nullable(),
  shieldlinkid: z.string().nullable(),
  status: z.enum(connectionStatuses),
  score: z.enum(grades).nullable().describe('Null while no score is shared.'),
  expiration: z.iso.date().nullable().describe('The day on which the score expires, at 11:00 UTC.'),
  report_shared: z.boolean().describe('Whether the person shares the full report, too.'),
  shared_at: z.date(),
});

const accepted = sql<boolean>`(c.accepted_at is not null)`;

const answerOf = (row: ConnectionAnswer): z.output<typeof connection> => ({
  id: row.id,
  type: row.connectiontype,
  firstname: row.firstname,
  lastname: row.lastname,
  businessname: row.businessname,
  email: row.emailaddress,
  shieldid: row.abcnumber,
  shieldlinkid: row.network_shieldlink_id,
  status: row.connectionstatus,
  score: row.currenticstatus,
  expiration: row.expiration_date,
  report_shared: row.reportshared,
  shared_at: row.share_dts,
});

export const listKeyConnections = operation({
  name: 'network.list-key-connections',
  summary: 'Lists the connections of the company, the newest first, or the one with a ShieldID.',
  access: apiKey('connections:read'),
  // Each score in the answer is noted for its person.
  kind: 'write',
  input: z.object({ ...pageInput, shieldid: searchText(1).optional() }),
  output: pageOf(connection),
  async run(work, { shieldid, ...page }) {
    const term = shieldid === undefined ? null : readTerm(shieldid, 'shieldid');
    if (term?.kind === 'email') return { data: [], has_more: false };
    const condition = term === null ? accepted : sql<boolean>`(${accepted} and c.shieldid = ${term.value})`;
    const { rows, has_more } = await readConnections(work, page, condition);
    return { data: rows.map(answerOf), has_more };
  },
});

export const getKeyConnection = operation({
  name: 'network.get-key-connection',
  summary: 'One connection of the company.',
  access: apiKey('connections:read'),
  kind: 'write',
  input: z.object({ connectionid: z.uuid() }),
  output: connection,
  run: async (work, { connectionid }) => answerOf(await readConnection(work, connectionid, accepted)),
});
