import { type Grade, type RawBuilder, sql, type Work } from '#modules/platform/index.ts';
import type { Role } from './rules.ts';

export interface FoundPerson {
  userid: string;
  firstname: string;
  lastname: string;
  businessname: string;
  emailaddress: string;
  certification_number: string | null;
  certification_score: Grade | null;
  /** yyyy-MM-dd */
  certification_expiration: string | null;
  active: boolean;
  role: Role;
  registered_at: Date;
}

/** Which part of a list: `offset` rows are passed over, `limit` are given. */
export interface ListPart {
  offset: number;
  limit: number;
}

/** People whose last name begins with the term are counted exactly up to here (D85). */
const COUNTED = 10_000;
/** Where the term is part of something else as well, fewer are counted: those have to be read one by one. */
const COUNTED_PARTS = 1_000;
/** So many are sorted at once; of more, the first pages are found by going through everybody in order of the names. */
const SORTED = 2_000;

/**
 * People by part of a name, business, e-mail address or ShieldID, for staff. Those whose last name begins with the term
 * come first (of two words: the first name with the first of them, too), then all others, each part by last name, first
 * name and id. `total` stops at 10,000 of the first part, or at 1,000 where the others are needed; `more` says so.
 * @param term three characters or more, of several words each must be found; fewer find nobody
 */
export async function searchPeople(
  work: Pick<Work, 'rows' | 'row'>,
  term: string,
  part: ListPart,
): Promise<{ people: FoundPerson[]; total: number; more: boolean }> {
  const words = term.trim().toLowerCase().split(/\s+/);
  const whole = words.join(' ');
  if (whole.length < 3) return { people: [], total: 0, more: false };
  const begins = beginsWith(words);
  // An index of trigrams finds nothing by shorter words alone.
  const parts = words.some((word) => word.length >= 3) ? words : [whole];
  const contains = sql.join(
    parts.map((word) => sql`${searchedText} like ${`%${escapePattern(word)}%`}`),
    sql` and `,
  );
  const named = await findNamed(work, begins, part);
  if (named.total > SORTED) {
    const total = Math.min(named.total, COUNTED);
    return { people: await readPeople(work, named.ids), total, more: true };
  }
  const byShieldId = sql`lower(certification_number) like ${`%${escapePattern(whole)}%`}`;
  const found = await findParts(work, { begins, contains, byShieldId }, part);
  if (found.total <= SORTED) return answer(work, found, COUNTED);
  const ids = await walk(work, { begins, contains }, named.total, part);
  return answer(work, { ids, total: found.total }, COUNTED_PARTS);
}

interface Found {
  /** Of the part that is wanted, in order. */
  ids: string[];
  total: number;
}

async function answer(work: Pick<Work, 'rows'>, { ids, total }: Found, counted: number) {
  return { people: await readPeople(work, ids), total: Math.min(total, counted), more: total > counted };
}

const escapePattern = (word: string) => word.replaceAll(/[\\%_]/g, '\\$&');

/** As account_search_idx has it. */
const searchedText = sql`lower(firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress::text)`;

/** As account_name_idx has it: whatever the collation of the database, a beginning is a range of it. */
const lastName = sql`(lower(lastname) collate "C")`;
const firstName = sql`(lower(firstname) collate "C")`;
const inOrder = sql`${lastName}, ${firstName}, id`;

function beginsWith(words: readonly string[]): RawBuilder<boolean> {
  const [first = '', second] = words;
  if (words.length > 2) return sql`false`;
  const last = sql<boolean>`${lastName} like ${`${escapePattern(second ?? first)}%`}`;
  return second === undefined ? last : sql`(${last} and ${firstName} like ${`${escapePattern(first)}%`})`;
}

/** Those whose last name begins with the term: one range of an index. */
async function findNamed(
  work: Pick<Work, 'row'>,
  begins: RawBuilder<boolean>,
  { offset, limit }: ListPart,
): Promise<Found> {
  const named = await work.row(sql<Found>`
    select (select count(*)::int from (select from account where ${begins} limit ${COUNTED + 1}) named) as total,
      array(select id from account where ${begins} order by ${inOrder} offset ${offset} limit ${limit}) as ids`);
  return named ?? { ids: [], total: 0 };
}

/** Everybody in whom the term is found, as long as they are few enough to be sorted. */
async function findParts(
  work: Pick<Work, 'row'>,
  { begins, contains, byShieldId }: Record<'begins' | 'contains' | 'byShieldId', RawBuilder<unknown>>,
  { offset, limit }: ListPart,
): Promise<Found> {
  const found = await work.row(sql<Found>`
    with found as materialized (
      select id, firstname, lastname from account where ${contains}
      union
      select id, firstname, lastname from session_facts join account on account.id = account_id where ${byShieldId}
      limit ${SORTED + 1}
    )
    select (select count(*)::int from found) as total,
      array(select id from found order by not (${begins}), ${inOrder} offset ${offset} limit ${limit}) as ids`);
  return found ?? { ids: [], total: 0 };
}

/** The first part, then the others by going through all names in order: in common terms the next one is never far. */
async function walk(
  work: Pick<Work, 'rows'>,
  { begins, contains }: Record<'begins' | 'contains', RawBuilder<unknown>>,
  named: number,
  { offset, limit }: ListPart,
): Promise<string[]> {
  const first = sql`select id from account where ${begins} order by ${inOrder}`;
  const others = sql`select id from account where ${contains} and not (${begins}) order by ${inOrder}`;
  const most = Math.min(limit, Math.max(0, COUNTED_PARTS - offset));
  const rows = await work.rows(sql<{ id: string }>`
    (${first} offset ${offset} limit ${most})
    union all
    (${others} offset ${Math.max(0, offset - named)} limit ${Math.max(0, most - Math.max(0, named - offset))})`);
  return rows.map(({ id }) => id);
}

/** In the order of the ids. */
function readPeople(work: Pick<Work, 'rows'>, ids: readonly string[]): Promise<FoundPerson[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return work.rows(sql<FoundPerson>`
    select account.id as userid, firstname, lastname, businessname, emailaddress::text as emailaddress,
      certification_number, certification_score, certification_expiration, active, role, registered_at
    from unnest(${sql.val([...ids])}::uuid[]) with ordinality as wanted (id, place)
      join account on account.id = wanted.id
      left join session_facts on session_facts.account_id = account.id
    order by place`);
}
