import { z } from 'zod';
import { isShieldId } from '#modules/applications/index.ts';
import { photoAddress, recordAccess } from '#modules/identity/index.ts';
import {
  column,
  grades,
  HOUR,
  isSameEmailAddress,
  operation,
  readSearchTerm,
  searchText,
  sql,
  statement,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { findUsableCoupon } from '#modules/purchasing/index.ts';
import { networkTimings } from '../limits.ts';
import { type NetworkActor, type NetworkCaller, networkOwner, type Owner, ownerId } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { scoreHeldSql } from '../score-held.ts';
import { networkTexts } from '../texts.ts';
import { readFreePeople } from './free-searches.ts';

const searchResult = z.object({
  /** Identifies the person in `newInvite`. */
  userid: z.uuid(),
  share_status: z.enum(['SHARED', 'PRIVATE']),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  profileimageurl: z.string().nullable(),
  has_current_verification: yesNo.nullable(),
  /** When the ID was verified; null if it is not verified now. */
  verified_dts: z.date().nullable(),
  shieldscore: z.enum(grades).nullable(),
  certification_number: z.string().nullable(),
  current_expiration: z.iso.date().nullable(),
  /** The coupon of the caller's invitation, if that is waiting for this person's answer. */
  purchase_coupon_details: z.object({ id: z.uuid(), description: z.string() }).nullable(),
  /** An invitation or connection exists already. */
  already_invited: yesNo,
  /** The caller asked to see the score so recently that they may not ask again yet. */
  access_requested: yesNo,
  /** A text to show with the result, or null. */
  message: z.string().nullable(),
});

/** Requests made since this moment keep their owner from asking the same person again (D84). */
export const askedSince = (now: Date) => new Date(now.getTime() - networkTimings['access.ask-again']);

/** Finds one person by ShieldID or email address (doc1 §5). The answer contains only what the person shares (D52). */
export const search = operation({
  name: 'network.search',
  summary: 'Finds a person by ShieldID or email address.',
  access: networkOwner('viewer'),
  kind: 'write',
  input: z.object({ searchterm: searchText(1) }),
  output: z.object({
    searchresults: z.array(searchResult),
    freesearchexceeded: yesNo,
    /** How many more people the caller can find for free; null if there is no limit. */
    freesearchesleft: z.number().int().nullable(),
  }),
  throttle: { by: 'account', limit: 300, per: HOUR },
  async run(work, input) {
    const term = readTerm(input.searchterm, 'searchterm');
    refuseOwn(work.caller, term, 'searchterm');
    const person = await work.row(findPerson(work.caller.owner, term, askedSince(work.now)));
    if (!person) throw new Refusal('network.shieldid-not-found', { field: 'searchterm' });
    const shared = person.shared;
    const coupon = person.coupon_id ? await findUsableCoupon(work, person.coupon_id) : undefined;
    const free = await countSearch(work, person);
    await recordAccess(work, {
      personId: person.id,
      viewerAccountId: work.caller.accountId,
      viewerCompanyId: 'companyId' in work.caller.owner ? work.caller.owner.companyId : null,
      kind: 'search',
    });
    const visible = shared && !free.exceeded;
    return {
      searchresults: [
        {
          userid: person.id,
          share_status: shared ? ('SHARED' as const) : ('PRIVATE' as const),
          firstname: shared ? person.firstname : null,
          lastname: shared ? person.lastname : null,
          profileimageurl: shared ? photoAddress(person.photo_key) : null,
          has_current_verification: visible ? person.verified : null,
          verified_dts: visible && person.verified ? person.verified_at : null,
          shieldscore: visible ? person.score : null,
          certification_number: shared || term.kind === 'shieldid' ? person.shieldid : null,
          current_expiration: visible ? person.expiration : null,
          purchase_coupon_details: coupon ? { id: coupon.id, description: coupon.description } : null,
          already_invited: person.invited,
          access_requested: person.asked,
          message: shared
            ? free.exceeded
              ? networkTexts['search.limit-reached']
              : null
            : networkTexts['search.private'],
        },
      ],
      freesearchexceeded: free.exceeded,
      freesearchesleft: free.left,
    };
  },
});

/** How many people somebody without an enterprise profile can still find, for the card on the home page (D52). */
export const getSearchAllowance = operation({
  name: 'network.get-search-allowance',
  summary: 'How many free searches are left.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: z.object({}),
  output: z.object({ limit: z.number().int(), left: z.number().int().nullable() }),
  async run(work) {
    const { networkRole, accountId } = work.caller;
    const [most, seen] = await Promise.all([
      readFreePeople(work),
      networkRole === 'self' ? countSeen(work, accountId) : null,
    ]);
    return { limit: most, left: seen === null ? null : Math.max(0, most - seen) };
  },
});

export type PersonTerm = { kind: 'shieldid' | 'email'; value: string };

/**
 * Reads a search term as an email address or a ShieldID.
 * @param field the form's field that a refusal belongs to
 * @throws Refusal if it is neither (doc1 §5)
 */
export function readTerm(typed: string, field: string): PersonTerm {
  const { email, id, shown } = readSearchTerm(typed);
  if (email !== null) return { kind: 'email', value: email };
  if (shown.includes('@')) throw new Refusal('network.invalid-email', { field });
  if (id === null || !isShieldId(id)) throw new Refusal('network.shieldid-not-found', { field });
  return { kind: 'shieldid', value: id };
}

/** @throws Refusal for the caller's own ShieldID or address (doc1 §5) */
export function refuseOwn(caller: NetworkActor, term: PersonTerm, field: string): void {
  const own =
    term.kind === 'email'
      ? isSameEmailAddress(term.value, caller.emailaddress)
      : term.value === caller.facts.certification_number;
  if (own) throw new Refusal('network.own-id', { field });
}

/**
 * Finds only people with a ShieldID (D20). `shared`: the person lets searches show the score or already shares it with
 * this network, and no monitoring update is pending. The name is the legal one that the score was made for (D98).
 */
export const findPerson = statement({
  name: 'network.find-person',
  row: {
    id: column.uuid,
    firstname: column.text,
    lastname: column.text,
    photo_key: column.text,
    shieldid: column.text,
    score: column.oneOf(grades).nullable(),
    expiration: column.date.nullable(),
    verified: column.boolean,
    invited: column.boolean,
    asked: column.boolean,
    connected: column.boolean,
    /** The coupon of an invitation that was not accepted yet. */
    coupon_id: column.uuid.nullable(),
    shared: column.boolean,
    verified_at: column.instant.nullable(),
  },
  examples: [
    [{ accountId: '' }, { kind: 'email', value: '' }, new Date(0)],
    [{ accountId: '' }, { kind: 'shieldid', value: '' }, new Date(0)],
  ],
  sql: (owner: Owner, term: PersonTerm, askedSince: Date) => sql`
    select a.id, coalesce(s.legal_firstname, a.firstname) as firstname,
      coalesce(s.legal_lastname, a.lastname) as lastname, a.profile_image_key as photo_key,
      facts.certification_number as shieldid, s.score, s.expiration,
      facts.has_current_verification as verified, facts.verified_at, c.id is not null as invited,
      exists (select from access_request request where request.owner_id = ${ownerId(owner)}
        and request.person_id = a.id and request.asked_at > ${askedSince}) as asked,
      coalesce(c.accepted_at is not null and c.sharing_active, false) as connected,
      case when c.accepted_at is null then c.coupon_id end as coupon_id,
      s.id is not null and a.network_sharing_master and not ${scoreHeldSql}
        and (a.network_searchresults or coalesce(c.accepted_at is not null and c.sharing_active, false)) as shared
    from account a
      join session_facts facts on facts.account_id = a.id
      left join shield_score s on s.account_id = a.id and s.ended_at is null
      left join connection c on c.owner_id = ${ownerId(owner)} and c.account_id = a.id
        and c.connection_type = 'INDIVIDUAL' and c.cancelled_at is null and c.removed_at is null
    where ${
      term.kind === 'email'
        ? sql`a.emailaddress = ${term.value}::citext`
        : sql`facts.certification_number = ${term.value}`
    } and facts.certification_number is not null and a.active and a.email_verified_at is not null`,
});

/**
 * Counts one of the free searches of somebody without an enterprise profile. The same person counts once in 30 days.
 * People who share nothing, or already share with the searcher, do not count (D52).
 */
async function countSearch(
  work: Work<NetworkCaller>,
  person: { id: string; shared: boolean; connected: boolean },
): Promise<{ exceeded: boolean; left: number | null }> {
  if (work.caller.networkRole !== 'self') return { exceeded: false, left: null };
  const searcher = work.caller.accountId;
  // The lock prevents two simultaneous searches from both using the last free one.
  await work.db.selectFrom('account').select('id').where('id', '=', searcher).forNoKeyUpdate().execute();
  const seen = await countSeen(work, searcher);
  const most = await readFreePeople(work);
  if (!person.shared || person.connected || (await wasSeen(work, searcher, person.id))) {
    return { exceeded: false, left: Math.max(0, most - seen) };
  }
  if (seen >= most) return { exceeded: true, left: 0 };
  await work.db
    .insertInto('search_entry')
    .values({ searcher_id: searcher, person_id: person.id, counted_at: work.now })
    .onConflict((same) => same.columns(['searcher_id', 'person_id']).doUpdateSet({ counted_at: work.now }))
    .execute();
  return { exceeded: false, left: most - seen - 1 };
}

const windowStart = (work: Pick<Work, 'now'>) =>
  new Date(work.now.getTime() - networkTimings['search.free-window']);

/** Selects the counted people of a searcher within the window. */
const seenBy = (work: Pick<Work, 'db' | 'now'>, searcherId: string) =>
  work.db
    .selectFrom('search_entry')
    .where('searcher_id', '=', searcherId)
    .where('counted_at', '>', windowStart(work));

async function countSeen(work: Pick<Work, 'db' | 'now'>, searcherId: string): Promise<number> {
  const { count } = await seenBy(work, searcherId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function wasSeen(
  work: Pick<Work, 'db' | 'now'>,
  searcherId: string,
  personId: string,
): Promise<boolean> {
  const seen = await seenBy(work, searcherId)
    .where('person_id', '=', personId)
    .select('person_id')
    .executeTakeFirst();
  return seen !== undefined;
}
