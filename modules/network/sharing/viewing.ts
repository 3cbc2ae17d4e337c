import { z } from 'zod';
import { recordAccess } from '#modules/identity/index.ts';
import {
  anyone,
  column,
  expiresAt,
  grades,
  HOUR,
  operation,
  sql,
  statement,
  throttleSource,
  trimmed,
  type Visit,
  type Work,
} from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { scoreHeldSql } from '../score-held.ts';
import { hashShareCode } from './codes.ts';
import { stateOf } from './own-links.ts';

const linkByCode = statement({
  name: 'network.share-link-by-code',
  row: {
    id: column.uuid,
    account_id: column.uuid,
    label: column.text,
    to_email: column.text.nullable(),
    expires_at: column.instant,
    revoked_at: column.instant.nullable(),
    shared: column.boolean,
    held: column.boolean,
    firstname: column.text.nullable(),
    lastname: column.text.nullable(),
    score: column.oneOf(grades).nullable(),
    expiration: column.date.nullable(),
  },
  sql: (codeHash: string) => sql`
    select link.id, link.account_id, link.label, link.to_email::text as to_email, link.expires_at, link.revoked_at,
      a.active and a.network_sharing_master and a.network_searchresults as shared, ${scoreHeldSql} as held,
      s.legal_firstname as firstname, s.legal_lastname as lastname, s.score, s.expiration
    from share_link link
      join account a on a.id = link.account_id
      left join shield_score s on s.account_id = a.id and s.ended_at is null
    where link.code_hash = ${codeHash}`,
});

/** Why a link shows no score. */
const blanks = ['expired', 'off', 'unavailable'] as const;

/**
 * What a share link shows: name, score and validity as they are now, or only the reason why not. Everybody who has the
 * link sees it; its owner is told of each visit, but not who it was. An unknown code is answered like one that never
 * existed.
 */
export const viewSharedScore = operation({
  name: 'network.view-shared-score',
  summary: 'The score behind a share link, as it is now.',
  access: anyone,
  kind: 'write',
  input: z.object({
    code: trimmed(64, 1),
    /** False for a request whose answer nobody sees, such as HEAD. */
    counted: z.boolean(),
  }),
  output: z.object({
    shown: z
      .object({
        firstname: z.string(),
        lastname: z.string(),
        shieldscore: z.enum(grades),
        current_expiration: z.iso.date(),
        as_of: z.date(),
      })
      .nullable(),
    blank: z.enum(blanks).nullable(),
  }),
  throttle: { by: 'address', limit: 240, per: HOUR },
  async run(work, { code, counted }) {
    const link = await work.row(linkByCode(hashShareCode(work, code)));
    if (!link) throw new Refusal('not-found', { detail: 'share link' });
    const nothing = (blank: (typeof blanks)[number]) => ({ shown: null, blank });
    const state = stateOf(link, work.now);
    if (state !== 'working') return nothing(state === 'expired' ? 'expired' : 'off');
    if (!link.shared) return nothing('off');
    const { score, expiration } = link;
    if (score === null || expiration === null || link.held || expiresAt(expiration) <= work.now) {
      return nothing('unavailable');
    }
    if (counted && work.caller?.accountId !== link.account_id) {
      await recordAccess(work, {
        personId: link.account_id,
        viewerAccountId: null,
        viewerCompanyId: null,
        kind: 'link',
        reason: link.label || link.to_email || 'Share link',
        byLink: { shareLinkId: link.id, visitor: visitorOf(work, work.visit) },
      });
    }
    return {
      shown: {
        firstname: link.firstname ?? '',
        lastname: link.lastname ?? '',
        shieldscore: score,
        current_expiration: expiration,
        as_of: work.now,
      },
      blank: null,
    };
  },
});

/**
 * Distinguishes the browsers of one day without identifying anybody: neither address nor user agent can be read from
 * it.
 */
function visitorOf(work: Pick<Work, 'portal' | 'now'>, visit: Visit): string {
  const day = work.now.toISOString().slice(0, 10);
  return work.portal.keys.lookupHash(
    'share-link.visitor',
    `${day} ${throttleSource(visit.address)} ${visit.agent}`,
  );
}
