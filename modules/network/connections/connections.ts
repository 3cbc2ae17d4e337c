import { z } from 'zod';
import { recordAccess } from '#modules/identity/index.ts';
import { column, operation, sql, statement, type Work } from '#modules/platform/index.ts';
import { findException } from '../alerts/exceptions/reading.ts';
import { type NetworkCaller, networkOwner, ownedBy } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { connectionActions } from './action-rules.ts';
import { networkCountsSchema, readCounts } from './counts.ts';
import { sourcesOf } from './extended.ts';
import { connectionGrid } from './grid.ts';
import { historyRecord, readHistory } from './history.ts';

/** Shared with Me: one page of the owner's network, and how many rows each of the two grids has without filters. */
export const listSharedWithMe = operation({
  name: 'network.list-shared-with-me',
  summary: 'One page of the connections that share with the caller’s network.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: connectionGrid.input,
  output: connectionGrid.output.extend({ counts: networkCountsSchema }),
  async run(work, input) {
    const counting = readCounts(work);
    const counted = async () => (await counting).sharedwithme;
    const [page, counts] = await Promise.all([
      connectionGrid.read(work, input, { where: ownedBy(work.caller.owner), counted }, viewOf(work)),
      counting,
    ]);
    return { ...page, counts };
  },
});

/** What is needed to compute the derived fields of a row. */
const viewOf = ({ now, caller }: Pick<Work<NetworkCaller>, 'now' | 'caller'>) => ({
  now,
  role: caller.networkRole,
});

/**
 * The person that the dialog of a row's action is about, and why the action is not possible. It shows no score, so no
 * access is recorded.
 */
export const getConnectionName = operation({
  name: 'network.get-connection-name',
  summary: 'The person a connection is about.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: z.object({ connectionid: z.uuid(), action: z.enum(connectionActions).optional() }),
  output: z.object({
    name: z.string(),
    /** The person has accepted the invitation. */
    accepted: z.boolean(),
    /** Why the action is not possible now; null if it is, or if no action was named. */
    reason: z.string().nullable(),
  }),
  async run(work, input) {
    const row = await findRow(work, input.connectionid);
    if (!row) throw new Refusal('not-found', { detail: `connection ${input.connectionid}` });
    const { actions, accepted } = connectionGrid.present(row, viewOf(work));
    return {
      name: row.fullname || row.emailaddress || row.abcnumber || 'this person',
      accepted,
      reason: actions.find(({ action }) => action === input.action)?.reason ?? null,
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
    /** The companies through which the owner sees the person (doc1 §4); empty for other connections. */
    networks: z.array(
      z.object({
        businessname: z.string(),
        emailaddress: z.string(),
        network_shieldlink_id: z.string(),
        share_dts: z.date(),
      }),
    ),
    /** Why the person is in compliance although the rule says out: for admins and the owner of the company alone. */
    exception: z.object({ reason: z.string().nullable(), last_date: z.iso.date() }).nullable(),
    /** What the file of a bulk invitation said about the person (D132); null if nothing. */
    fromfile: z
      .object({
        mobile: z.string().nullable(),
        businessname: z.string().nullable(),
        note: z.string().nullable(),
      })
      .nullable(),
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
      networks: row.connectiontype === 'EXTENDED' ? await work.rows(networksOf(row.id)) : [],
      exception:
        row.compliance === 'EXCEPTION' && work.caller.networkRole !== 'viewer'
          ? ((await findException(work, row.id)) ?? null)
          : null,
      fromfile: await findDetail(work, row.id),
      historyrecords: await readHistory(work, row),
    };
  },
});

async function findDetail({ db }: Pick<Work, 'db'>, connectionId: string) {
  const found = await db
    .selectFrom('invitation_detail')
    .select(['mobile', 'business_name as businessname', 'note'])
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  return found ?? null;
}

const networksOf = statement({
  name: 'network.networks-of-extended',
  row: {
    businessname: column.text,
    emailaddress: column.text,
    network_shieldlink_id: column.text,
    share_dts: column.instant,
  },
  sql: (connectionId: string) => sql`
    select found.* from connection c cross join lateral (
      select via.company_name as businessname,
        coalesce(nullif(via.support_email, ''), boss.emailaddress::text, '') as emailaddress,
        via.shieldlinkid as network_shieldlink_id, greatest(link.accepted_at, shared.accepted_at) as share_dts
      from ${sourcesOf(
        sql`c.owner_id`,
        sql`c.account_id`,
        sql`join company via on via.id = link.sharing_company_id
          left join team_member m on m.company_id = via.id and m.role = 'owner'
          left join account boss on boss.id = m.account_id`,
      )} order by via.company_name, via.id) found
    where c.id = ${connectionId}`,
});

function findRow(work: Work<NetworkCaller>, id: string) {
  return connectionGrid.readRow(work, sql<boolean>`(c.id = ${id} and ${ownedBy(work.caller.owner)})`);
}
