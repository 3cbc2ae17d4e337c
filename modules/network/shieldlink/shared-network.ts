import { z } from 'zod';
import { column, operation, sql, statement } from '#modules/platform/index.ts';
import { countForGrid } from '../connections/counts.ts';
import { connectionGrid } from '../connections/grid.ts';
import { listedUntil, removedSince, removerName } from '../connections/removed.ts';
import { networkOwner, ownerId } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { emptyScoreBoard, isShared, readScoreBoards, type ScoreBoard, scoreBoard } from './scoreboards.ts';

/** The content of the page about a company that shares its network with the caller's (D55). */

const contact = z.object({ name: z.string(), emailaddress: z.string(), phone: z.string() });

const link = statement({
  name: 'network.shared-network',
  row: {
    sharing_company_id: column.uuid,
    company_name: column.text,
    network_shieldlink_id: column.text,
    share_dts: column.instant,
    ended_dts: column.instant.nullable(),
    removed_by: column.text.nullable(),
    turned_off: column.boolean,
    name: column.text,
    emailaddress: column.text,
    phone: column.text,
  },
  sql: (owner: string, id: string, removedSince: Date) => sql`
    select c.sharing_company_id, o.company_name, o.shieldlinkid as network_shieldlink_id, c.accepted_at as share_dts,
      c.removed_at as ended_dts, ${removerName} as removed_by,
      exists (select from connection_event e where e.connection_id = c.id and e.kind = 'shieldlink-off') as turned_off,
      coalesce(nullif(trim(o.contact_firstname || ' ' || o.contact_lastname), ''),
        boss.firstname || ' ' || boss.lastname, o.company_name) as name,
      coalesce(nullif(o.support_email, ''), boss.emailaddress::text, '') as emailaddress, o.company_phone as phone
    from connection c join company o on o.id = c.sharing_company_id
      left join team_member m on m.company_id = o.id and m.role = 'owner'
      left join account boss on boss.id = m.account_id
      left join account remover on remover.id = c.removed_by_account_id
    where c.id = ${id} and c.owner_id = ${owner} and c.connection_type = 'FULLNETWORK' and c.accepted_at is not null
      and (c.removed_at is null or c.removed_at > ${removedSince})`,
});

const howItEnded = ({ removed_by, turned_off }: { removed_by: string | null; turned_off: boolean }) => {
  if (removed_by !== null) return 'removed' as const;
  return turned_off ? ('turned-off' as const) : ('left' as const);
};

const peopleOn = (board: ScoreBoard) => Object.values(board).reduce((sum, count) => sum + count, 0);

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
    /** When and how sharing ended, and until when this page stays (D101); null while the company shares. */
    ended: z
      .object({
        at: z.date(),
        /**
         * Who ended it: the caller's network removed the company, the company stopped sharing, or ShieldLink was turned
         * off.
         */
        how: z.enum(['removed', 'left', 'turned-off']),
        /** Who removed it on behalf of the caller's network; null otherwise. */
        by: z.string().nullable(),
        listed_until: z.date(),
      })
      .nullable(),
    contact,
    network_scoreboard_object: scoreBoard,
    total_users: z.number().int(),
  }),
  async run(work, { connectionid, ...input }) {
    const { owner, networkRole: role } = work.caller;
    const found = await work.row(link(ownerId(owner), connectionid, removedSince(work.now)));
    if (!found) throw new Refusal('not-found', { detail: `company connection ${connectionid}` });
    const where = found.ended_dts
      ? sql<boolean>`false`
      : isShared(ownerId(owner), sql.val(found.sharing_company_id));
    const counting = readScoreBoards(work, owner, [connectionid]).then(
      (boards) => boards.get(connectionid) ?? emptyScoreBoard(),
    );
    const counted = async () => countForGrid(peopleOn(await counting));
    const [page, board] = await Promise.all([
      connectionGrid.read(work, input, { where, counted }, { now: work.now, role }),
      counting,
    ]);
    const { company_name, network_shieldlink_id, share_dts, ended_dts, removed_by } = found;
    const { name, emailaddress, phone } = found;
    return {
      ...page,
      company_name,
      network_shieldlink_id,
      share_dts,
      ended: ended_dts && {
        at: ended_dts,
        how: howItEnded(found),
        by: removed_by,
        listed_until: listedUntil(ended_dts),
      },
      contact: { name, emailaddress, phone },
      network_scoreboard_object: board,
      total_users: peopleOn(board),
    };
  },
});
