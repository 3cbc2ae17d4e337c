import { z } from 'zod';
import {
  column,
  type Fragment,
  type Grade,
  grades,
  operation,
  sql,
  statement,
} from '#modules/platform/index.ts';
import { connectionGrid } from './grid.ts';
import { networkTimings } from './limits.ts';
import { networkOwner, type Owner, ownedBy, ownerId } from './owner.ts';
import { Refusal } from './refusals.ts';

/** What the page of a company shows that shares its network with the caller's (D55). */

const contact = z.object({ name: z.string(), emailaddress: z.string(), phone: z.string() });

/** How many people have each score; NA also for those without one. */
const scoreboard = z.object(
  Object.fromEntries(grades.map((grade) => [grade, z.number().int()])) as Record<Grade, z.ZodNumber>,
);

/** The people of the network of `sharingId` as the owner sees them: through ShieldLink, or by their own connection. */
const peopleOf = (owner: Owner, sharingId: string) => sql<boolean>`(
  ${ownedBy(owner)} and c.connection_type in ('EXTENDED', 'INDIVIDUAL') and c.accepted_at is not null
  and c.account_id in (select shared.account_id from connection shared
    where shared.owner_id = ${sharingId} and shared.connection_type = 'INDIVIDUAL' and shared.accepted_at is not null
      and shared.cancelled_at is null and shared.removed_at is null))`;

const link = statement({
  name: 'network.shared-network',
  row: {
    sharing_company_id: column.uuid,
    company_name: column.text,
    network_shieldlink_id: column.text,
    share_dts: column.instant,
    removed_dts: column.instant.nullable(),
    removed_by: column.text.nullable(),
    name: column.text,
    emailaddress: column.text,
    phone: column.text,
  },
  sql: (owner: string, id: string, removedSince: Date) => sql`
    select c.sharing_company_id, o.company_name, o.shieldlinkid as network_shieldlink_id, c.accepted_at as share_dts,
      c.removed_at as removed_dts,
      (select remover.firstname || ' ' || remover.lastname
        from connection_event e join account remover on remover.id = e.actor_account_id
        where e.connection_id = c.id and e.kind = 'removed' order by e.at desc limit 1) as removed_by,
      coalesce(nullif(trim(o.contact_firstname || ' ' || o.contact_lastname), ''),
        boss.firstname || ' ' || boss.lastname, o.company_name) as name,
      coalesce(nullif(o.support_email, ''), boss.emailaddress::text, '') as emailaddress, o.company_phone as phone
    from connection c join company o on o.id = c.sharing_company_id
      left join team_member m on m.company_id = o.id and m.role = 'owner'
      left join account boss on boss.id = m.account_id
    where c.id = ${id} and c.owner_id = ${owner} and c.connection_type = 'FULLNETWORK' and c.accepted_at is not null
      and (c.removed_at is null or c.removed_at > ${removedSince})`,
});

const countScores = statement({
  name: 'network.scoreboard',
  row: { score: column.oneOf(grades), people: column.integer },
  examples: [[sql`true`]],
  sql: (where: Fragment) => sql`
    select coalesce(c.score, 'NA') as score, count(*)::int as people
    from connection c where ${where} group by 1`,
});

/** A company that shares its network: its contact, how many people have each score, and one page of them (doc1 §2). */
export const getSharedNetwork = operation({
  name: 'network.get-shared-network',
  summary: 'A company that shares its network with the caller’s, its ScoreBoard and its people.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: connectionGrid.input.extend({ connectionid: z.uuid() }),
  output: connectionGrid.output.extend({
    company_name: z.string(),
    network_shieldlink_id: z.string(),
    share_dts: z.date(),
    /** When and by whom it was removed, and until when it is listed; null while it shares (D101). */
    removed: z.object({ at: z.date(), by: z.string().nullable(), listed_until: z.date() }).nullable(),
    contact,
    network_scoreboard_object: scoreboard,
    total_users: z.number().int(),
  }),
  async run(work, { connectionid, ...input }) {
    const { owner, networkRole: role } = work.caller;
    const listed = networkTimings['network.removed-listed'];
    const since = new Date(work.now.getTime() - listed);
    const found = await work.row(link(ownerId(owner), connectionid, since));
    if (!found) throw new Refusal('not-found', { detail: `company connection ${connectionid}` });
    const where = found.removed_dts ? sql<boolean>`false` : peopleOf(owner, found.sharing_company_id);
    const counted = await work.rows(countScores(where));
    const page = await connectionGrid.read(work, input, { where }, { now: work.now, role });
    const { company_name, network_shieldlink_id, share_dts, removed_dts, removed_by } = found;
    const { name, emailaddress, phone } = found;
    const board = Object.fromEntries(grades.map((grade) => [grade, 0])) as Record<Grade, number>;
    for (const { score, people } of counted) board[score] = people;
    return {
      ...page,
      company_name,
      network_shieldlink_id,
      share_dts,
      removed: removed_dts && {
        at: removed_dts,
        by: removed_by,
        listed_until: new Date(removed_dts.getTime() + listed),
      },
      contact: { name, emailaddress, phone },
      network_scoreboard_object: board,
      total_users: counted.reduce((sum, { people }) => sum + people, 0),
    };
  },
});
