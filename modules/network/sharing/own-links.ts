import { z } from 'zod';
import { brandForHost } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import {
  type Caller,
  column,
  operation,
  type Portal,
  person,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { openShareCode } from './codes.ts';
import { type SharingObstacle, shareLinkKinds, sharingObstacle, sharingObstacles } from './rules.ts';

/** The links that the page lists, newest first. */
const LISTED = 200;

const shareLinkStates = ['working', 'expired', 'revoked'] as const;

const ownLinks = statement({
  name: 'network.own-share-links',
  row: {
    id: column.uuid,
    kind: column.oneOf(shareLinkKinds),
    label: column.text,
    to_email: column.text.nullable(),
    created_at: column.instant,
    expires_at: column.instant,
    revoked_at: column.instant.nullable(),
    views: column.integer,
    last_view: column.instant.nullable(),
  },
  sql: (accountId: string) => sql`
    select link.id, link.kind, link.label, link.to_email::text as to_email, link.created_at, link.expires_at,
      link.revoked_at, seen.views, seen.last_view
    from share_link link
      cross join lateral (select count(*)::int as views, max(entry.first_at) as last_view
        from access_entry entry where entry.share_link_id = link.id) seen
    where link.account_id = ${accountId}
    order by link.created_at desc, link.id limit ${LISTED}`,
});

/** What keeps the caller from sharing their score, for the places that offer it (doc1 §2). */
export const getSharingObstacle = operation({
  name: 'network.get-sharing-obstacle',
  summary: 'What keeps the caller from sharing their score by a link; null if nothing does.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({ obstacle: z.enum(sharingObstacles).nullable() }),
  run: async (work) => ({ obstacle: await findSharingObstacle(work) }),
});

export async function findSharingObstacle(
  work: Pick<Work<Caller>, 'db' | 'caller'>,
): Promise<SharingObstacle | null> {
  const { accountId, facts } = work.caller;
  const { network_sharing_master, network_searchresults } = (await getPerson(work, accountId)).preferences;
  const { certification_number, score_held, score_review_since } = facts;
  return sharingObstacle({
    certification_number,
    score_held,
    score_review_since,
    network_sharing_master,
    network_searchresults,
  });
}

/** What the caller shares by links, and whether they can share at all (doc1 §2). */
export const listShareLinks = operation({
  name: 'network.list-share-links',
  summary: 'The links that show the caller’s score, with their views.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    obstacle: z.enum(sharingObstacles).nullable(),
    links: z.array(
      z.object({
        linkid: z.uuid(),
        kind: z.enum(shareLinkKinds),
        label: z.string(),
        emailaddress: z.string().nullable(),
        state: z.enum(shareLinkStates),
        made: z.date(),
        expires: z.date(),
        revoked: z.date().nullable(),
        views: z.number().int(),
        last_view: z.date().nullable(),
      }),
    ),
  }),
  async run(work) {
    const rows = await work.rows(ownLinks(work.caller.accountId));
    return {
      obstacle: await findSharingObstacle(work),
      links: rows.map((row) => ({
        linkid: row.id,
        kind: row.kind,
        label: row.label,
        emailaddress: row.to_email,
        state: stateOf(row, work.now),
        made: row.created_at,
        expires: row.expires_at,
        revoked: row.revoked_at,
        views: row.views,
        last_view: row.last_view,
      })),
    };
  },
});

interface Ending {
  expires_at: Date;
  revoked_at: Date | null;
}

export function stateOf({ expires_at, revoked_at }: Ending, now: Date): (typeof shareLinkStates)[number] {
  if (revoked_at !== null) return 'revoked';
  return expires_at <= now ? 'expired' : 'working';
}

/** The address of one of the caller's working links, with the text of its printed badge. */
export const getShareLink = operation({
  name: 'network.get-share-link',
  summary: 'The address of one of the caller’s working links.',
  access: person,
  kind: 'read',
  input: z.object({ linkid: z.uuid() }),
  output: z.object({
    url: z.url(),
    label: z.string(),
    made: z.date(),
    expires: z.date(),
    name: z.string(),
    shieldid: z.string(),
  }),
  async run(work, { linkid }) {
    const link = await work.db
      .selectFrom('share_link as link')
      .innerJoin('shield_score as score', (join) =>
        join.onRef('score.account_id', '=', 'link.account_id').on('score.ended_at', 'is', null),
      )
      .selectAll('link')
      .select(['score.legal_firstname', 'score.legal_lastname', 'score.shield_id_number'])
      .where('link.id', '=', linkid)
      .where('link.account_id', '=', work.caller.accountId)
      .executeTakeFirst();
    if (!link || stateOf(link, work.now) !== 'working') {
      throw new Refusal('not-found', { detail: `share link ${linkid}` });
    }
    return {
      url: await shareAddress(work.portal, work.visit.host, openShareCode(work, link.id, link.code_sealed)),
      label: link.label,
      made: link.created_at,
      expires: link.expires_at,
      name: `${link.legal_firstname} ${link.legal_lastname}`.trim(),
      shieldid: link.shield_id_number,
    };
  },
});

/** Where a link leads, on the host that its owner is using. */
async function shareAddress(portal: Portal, host: string, code: string): Promise<string> {
  const { origin } = await brandForHost(portal, host);
  return `${origin}/s/${code}`;
}

/** Ends a link at once and permanently. */
export const revokeShareLink = operation({
  name: 'network.revoke-share-link',
  summary: 'Ends one of the caller’s links at once.',
  access: person,
  kind: 'write',
  input: z.object({ linkid: z.uuid() }),
  output: z.object({ linkid: z.uuid() }),
  async run(work, { linkid }) {
    const link = await lockOwnLink(work, linkid);
    if (link.revoked_at === null) {
      await work.db
        .updateTable('share_link')
        .set({ revoked_at: work.now })
        .where('id', '=', linkid)
        .execute();
      await work.audit({
        action: networkAudit.shareLinkRevoked,
        about: work.caller.accountId,
        object: { type: 'share_link', id: linkid },
      });
    }
    return { linkid };
  },
});

/** @throws Refusal not-found, including for somebody else's (D80) */
async function lockOwnLink({ db, caller }: Work<Caller>, linkId: string) {
  const link = await db
    .selectFrom('share_link')
    .select(['revoked_at'])
    .where('id', '=', linkId)
    .where('account_id', '=', caller.accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!link) throw new Refusal('not-found', { detail: `share link ${linkId}` });
  return link;
}
