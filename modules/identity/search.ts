import {
  anyOf,
  beginningWith,
  column,
  containing,
  containingWords,
  type Grade,
  grades,
  isLongEnough,
  type RawBuilder,
  type SearchTerm,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { type Role, roles } from './rules.ts';

export interface FoundPerson {
  userid: string;
  firstname: string;
  lastname: string;
  businessname: string;
  emailaddress: string;
  certification_number: string | null;
  /** The whole name that the active score was made for. */
  certification_name: string | null;
  certification_score: Grade | null;
  /** yyyy-MM-dd */
  certification_expiration: string | null;
  /** The company of whose team the person is, and their role there. */
  company_name: string | null;
  team_role: string | null;
  active: boolean;
  role: Role;
  registered_at: Date;
}

/** Which part of a list: `offset` rows are skipped, then up to `limit` are answered. */
export interface ListPart {
  offset: number;
  limit: number;
}

/** The orders of the people found; `match` has those first whose last name begins with the term. */
export const peopleOrders = ['match', 'name', 'email', 'shieldid', 'score', 'expires'] as const;

/** What the people found are narrowed to. */
export interface PeopleFilter {
  score?: Grade | undefined;
  /** By the active score: valid, expired, or none at all. */
  validity?: 'valid' | 'expired' | 'none' | undefined;
  account?: 'on' | 'off' | undefined;
}

export interface WantedPeople extends ListPart {
  /** People who belong to what was found in any case, such as by the number of their check. */
  also?: readonly string[];
  /** Only those are found, such as who has a whole ShieldID: nothing else is looked through. */
  alone?: boolean;
  filter?: PeopleFilter;
  order?: (typeof peopleOrders)[number];
  dir?: 'asc' | 'desc';
}

/** People whose last name begins with the term are counted exactly up to here (D85). */
const COUNTED = 10_000;
/** Matches anywhere else have to be read one by one, so fewer of them are counted. */
const COUNTED_PARTS = 1_000;
/**
 * Up to this many matches are sorted at once. If there are more, everybody is read in the order of names until a page
 * is full.
 */
const SORTED = 2_000;

export interface FoundPeople {
  people: FoundPerson[];
  total: number;
  /** There are more than `total`. */
  more: boolean;
  /** They are in the wanted order. Too many to be sorted are in the order `match`. */
  sorted: boolean;
}

/**
 * People by part of a name, business, email address or ShieldID, for staff. In the order `match`, those whose last name
 * begins with the term come first (for two words: the last name with the second and the first name with the first),
 * then all others, each part by last name, first name and id. `total` stops at 10,000 for the first part, or at 1,000
 * if the others are needed; `more` says so.
 * @param term if it is not long enough, nobody is found; if there are several words, each must be found
 */
export async function searchPeople(
  work: Pick<Work, 'rows' | 'row' | 'now'>,
  { words, text, compact, phone }: SearchTerm,
  { also = [], alone = false, filter = {}, order = 'match', dir = 'asc', ...part }: WantedPeople,
): Promise<FoundPeople> {
  if (!isLongEnough({ text })) return { people: [], total: 0, more: false, sorted: true };
  const narrowed = { ...filter, now: work.now };
  const named = (alone ? null : await work.row(byLastName({ words, narrowed, ...part }))) ?? nobody;
  if (named.total > SORTED) {
    const total = Math.min(named.total, COUNTED);
    return { people: await readPeople(work, named.ids), total, more: true, sorted: order === 'match' };
  }
  const wanted = { words, compact, phone, also, alone, narrowed, order, dir, ...part };
  const found = (await work.row(byAnyPart(wanted))) ?? nobody;
  if (found.total <= SORTED) return { ...(await answer(work, found, COUNTED)), sorted: true };
  const rows = await work.rows(inNameOrder({ words, also, narrowed, named: named.total, ...part }));
  const ids = rows.map(({ id }) => id);
  return {
    ...(await answer(work, { ids, total: found.total }, COUNTED_PARTS)),
    sorted: order === 'match',
  };
}

/**
 * The ids of the first people that `searchPeople` finds, without counting the others: if enough last names begin with
 * the term, they are read from one index.
 */
export async function findFirstPeople(
  work: Pick<Work, 'rows' | 'row' | 'now'>,
  term: SearchTerm,
  limit: number,
): Promise<string[]> {
  if (!isLongEnough(term)) return [];
  const named = await work.rows(firstByLastName({ words: term.words, limit }));
  if (named.length === limit) return named.map(({ id }) => id);
  const { people } = await searchPeople(work, term, { offset: 0, limit });
  return people.map(({ userid }) => userid);
}

const notInProfile = statement({
  name: 'identity.people-without-term',
  row: { id: column.uuid },
  examples: [[{ words: ['smith'] }, []]],
  sql: (term: Pick<SearchTerm, 'words'>, ids: readonly string[]) => sql`
    select id from account where id = ${anyOf(ids)} and not ${accountContains(term)}`,
});

/** Those of some people who are not found by their names, business or email address. */
export async function withoutTerm(
  work: Pick<Work, 'rows'>,
  term: SearchTerm,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await work.rows(notInProfile(term, ids))).map(({ id }) => id);
}

interface Found {
  /** The ids of the requested part of the list, in order. */
  ids: string[];
  total: number;
}

const nobody: Found = { ids: [], total: 0 };
const nobodyId = '00000000-0000-0000-0000-000000000000';

async function answer(work: Pick<Work, 'rows'>, { ids, total }: Found, counted: number) {
  return { people: await readPeople(work, ids), total: Math.min(total, counted), more: total > counted };
}

/** The text of account_search_idx and account_spelling_search_idx. */
const searchedText = sql`firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress::text`;

type Narrowed = PeopleFilter & { now: Date };

/** The condition of a row of `account`, written so that a search without filters stays as it is. */
function within({ score, validity, account, now }: Narrowed): RawBuilder<unknown> {
  const ended = sql`(certification_expiration + time '11:00') at time zone 'UTC' <= ${now}::timestamptz`;
  const facts = [
    ...(score ? [sql`certification_score = ${score}`] : []),
    ...(validity === 'valid' ? [sql`certification_score is not null and not (${ended})`] : []),
    ...(validity === 'expired' ? [sql`certification_score is not null and ${ended}`] : []),
    ...(validity === 'none' ? [sql`certification_score is null`] : []),
  ];
  const parts = [
    ...(account ? [sql`account.active = ${account === 'on'}::boolean`] : []),
    ...(facts.length > 0
      ? [
          sql`exists (select from session_facts where account_id = account.id and ${sql.join(facts, sql` and `)})`,
        ]
      : []),
  ];
  return parts.length > 0 ? sql`and ${sql.join(parts, sql` and `)}` : sql``;
}

/** Without the direction, in which those without a value come last. */
const sortedBy = {
  email: sql`(select emailaddress::text from account where account.id = found.id)`,
  shieldid: sql`(select certification_number from session_facts where account_id = found.id)`,
  score: sql`(select array_position(array[${sql.join(grades.map((grade) => sql.lit(grade)))}], certification_score)
    from session_facts where account_id = found.id)`,
  expires: sql`(select certification_expiration from session_facts where account_id = found.id)`,
} as const;

/** The order of those found in a `found` with the columns of account_name_idx. */
function ordered({ words, order, dir }: Pick<WantedParts, 'words' | 'order' | 'dir'>): RawBuilder<unknown> {
  const way = dir === 'desc' ? sql`desc` : sql`asc`;
  if (order === 'match') return sql`not (${beginsWith(words)}), ${inOrder}`;
  if (order === 'name') return sql`${lastName} ${way}, ${firstName} ${way}, id ${way}`;
  return sql`${sortedBy[order]} ${way} nulls last, ${inOrder}`;
}

/** The expressions of account_name_idx: in the collation "C" a prefix is a range, whatever the database's own collation. */
const lastName = sql`(lower(lastname) collate "C")`;
const firstName = sql`(lower(firstname) collate "C")`;
const inOrder = sql`${lastName}, ${firstName}, id`;

/**
 * For one word: the last name begins with it. For two: the first name begins with the first, and the last name with the
 * second.
 */
function beginsWith(words: readonly string[]) {
  const [first = '', second] = words;
  if (words.length > 2) return sql`false`;
  const last = sql`${lastName} like ${beginningWith(second ?? first)}`;
  return second === undefined ? last : sql`(${last} and ${firstName} like ${beginningWith(first)})`;
}

/** The condition that each word of a search is in the name, business or email address of the row of `account`. */
export function accountContains(term: Pick<SearchTerm, 'words'>): RawBuilder<boolean> {
  return containingWords(searchedText, term);
}

interface Wanted extends ListPart, Pick<SearchTerm, 'words'> {
  narrowed: Narrowed;
}
interface WantedParts extends Wanted, Pick<SearchTerm, 'compact' | 'phone'> {
  also: readonly string[];
  alone: boolean;
  order: (typeof peopleOrders)[number];
  dir: 'asc' | 'desc';
}

const example = { offset: 0, limit: 10, narrowed: { now: new Date(0) } };
const wantedForms: readonly [Wanted][] = [
  [{ ...example, words: ['smith'] }],
  [{ ...example, words: ['james', 'smith'] }],
  [{ ...example, words: ['mary', 'ann', 'smith'] }],
  [{ ...example, words: ['smith'], narrowed: { score: 'IC01', account: 'on', now: new Date(0) } }],
  [{ ...example, words: ['smith'], narrowed: { validity: 'valid', account: 'off', now: new Date(0) } }],
  [{ ...example, words: ['smith'], narrowed: { validity: 'expired', now: new Date(0) } }],
  [{ ...example, words: ['smith'], narrowed: { validity: 'none', now: new Date(0) } }],
];
const parts = { compact: '', phone: null, also: [], alone: false, order: 'match', dir: 'asc' } as const;

const foundColumns = { total: column.integer, ids: column.uuids };

/** Those whose last name begins with the term: one range of an index. */
const byLastName = statement({
  name: 'identity.people-by-last-name',
  row: foundColumns,
  examples: wantedForms,
  sql: ({ words, narrowed, offset, limit }: Wanted) => {
    const named = sql`${beginsWith(words)} ${within(narrowed)}`;
    return sql`
      select (select count(*)::int from (select from account where ${named} limit ${COUNTED + 1}) named) as total,
        array(select id from account where ${named} order by ${inOrder} offset ${offset} limit ${limit}) as ids`;
  },
});

const firstByLastName = statement({
  name: 'identity.first-people-by-last-name',
  row: { id: column.uuid },
  examples: [[{ words: ['smith'], limit: 10 }], [{ words: ['james', 'smith'], limit: 10 }]],
  sql: ({ words, limit }: Pick<Wanted, 'words' | 'limit'>) => sql`
    select id from account where ${beginsWith(words)} order by ${inOrder} limit ${limit}`,
});

/** Everybody in whose data the term is found, if they are few enough to be sorted. */
const byAnyPart = statement({
  name: 'identity.people-by-any-part',
  row: foundColumns,
  examples: [
    ...wantedForms.map(([wanted]): [WantedParts] => [{ ...wanted, ...parts }]),
    ...peopleOrders.map((order): [WantedParts] => [
      { ...example, ...parts, words: ['smith'], also: [nobodyId], order, dir: 'desc' },
    ]),
    [{ ...example, ...parts, words: ['512-555-0147'], compact: '5125550147', phone: '5125550147' }],
    [{ ...example, ...parts, words: ['tx123456789'], also: [nobodyId], alone: true }],
  ],
  sql: ({ words, compact, phone, also, alone, narrowed, order, dir, offset, limit }: WantedParts) => {
    const byId = also.length === 0 ? [] : [sql`account where id = ${anyOf(also)}`];
    const byTerm = [
      sql`account where ${accountContains({ words })}`,
      sql`session_facts facts join account on account.id = facts.account_id
        where lower(facts.certification_number) like ${containing(compact)}`,
      ...(phone === null
        ? []
        : [sql`account where mobile = ${phone}`, sql`account where businessphone = ${phone}`]),
    ];
    const ways = [...(alone ? [] : byTerm), ...byId];
    return sql`
    with found as materialized (
      ${sql.join(
        ways.map((way) => sql`select id, firstname, lastname from ${way} ${within(narrowed)}`),
        sql` union `,
      )}
      limit ${SORTED + 1}
    )
    select (select count(*)::int from found) as total,
      array(
        select id from found order by ${ordered({ words, order, dir })} offset ${offset} limit ${limit}
      ) as ids`;
  },
});

/**
 * First those whose last name begins with the term, then the others, by reading all names in order: if many people
 * match, few rows have to be read to find the next one. `named` is the size of the first part.
 */
const inNameOrder = statement({
  name: 'identity.people-in-name-order',
  row: { id: column.uuid },
  examples: [
    [{ ...example, words: ['smith'], also: [], named: 1 }],
    [{ ...example, words: ['james', 'smith'], also: [nobodyId], named: 1 }],
  ],
  sql: ({
    words,
    also,
    narrowed,
    offset,
    limit,
    named,
  }: Wanted & Pick<WantedParts, 'also'> & { named: number }) => {
    const begins = beginsWith(words);
    const most = Math.min(limit, Math.max(0, COUNTED_PARTS - offset));
    const others = Math.max(0, most - Math.max(0, named - offset));
    const contains = accountContains({ words });
    const found = also.length === 0 ? contains : sql`(${contains} or id = ${anyOf(also)})`;
    return sql`
      (select id from account where ${begins} ${within(narrowed)} order by ${inOrder} offset ${offset} limit ${most})
      union all
      (select id from account where ${found} and not (${begins}) ${within(narrowed)} order by ${inOrder}
        offset ${Math.max(0, offset - named)} limit ${others})`;
  },
});

const peopleInOrder = statement({
  name: 'identity.people-in-order',
  row: {
    userid: column.uuid,
    firstname: column.text,
    lastname: column.text,
    businessname: column.text,
    emailaddress: column.text,
    certification_number: column.text.nullable(),
    certification_name: column.text.nullable(),
    certification_score: column.oneOf(grades).nullable(),
    certification_expiration: column.date.nullable(),
    company_name: column.text.nullable(),
    team_role: column.text.nullable(),
    active: column.boolean,
    role: column.oneOf(roles),
    registered_at: column.instant,
  },
  sql: (ids: readonly string[]) => sql`
    select account.id as userid, firstname, lastname, businessname, emailaddress,
      certification_number, certification_name, certification_score, certification_expiration, company_name, team_role, active, role,
      registered_at
    from unnest(${sql.val(ids)}::uuid[]) with ordinality as wanted (id, place)
      join account on account.id = wanted.id
      left join session_facts on session_facts.account_id = account.id
    order by place`,
});

/** In the order of the given ids. */
function readPeople(work: Pick<Work, 'rows'>, ids: readonly string[]): Promise<FoundPerson[]> {
  return ids.length === 0 ? Promise.resolve([]) : work.rows(peopleInOrder(ids));
}
