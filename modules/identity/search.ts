import {
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
  active: boolean;
  role: Role;
  registered_at: Date;
}

/** Which part of a list: `offset` rows are skipped, then up to `limit` are answered. */
export interface ListPart {
  offset: number;
  limit: number;
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

/**
 * People by part of a name, business, email address or ShieldID, for staff. Those whose last name begins with the term
 * come first (for two words: the last name with the second and the first name with the first), then all others, each
 * part by last name, first name and id. `total` stops at 10,000 for the first part, or at 1,000 if the others are
 * needed; `more` says so.
 * @param term if it is not long enough, nobody is found; if there are several words, each must be found
 */
export async function searchPeople(
  work: Pick<Work, 'rows' | 'row'>,
  { words, text, compact, phone }: SearchTerm,
  part: ListPart,
): Promise<{ people: FoundPerson[]; total: number; more: boolean }> {
  if (!isLongEnough({ text })) return { people: [], total: 0, more: false };
  const named = (await work.row(byLastName({ words, ...part }))) ?? nobody;
  if (named.total > SORTED) {
    const total = Math.min(named.total, COUNTED);
    return { people: await readPeople(work, named.ids), total, more: true };
  }
  const found = (await work.row(byAnyPart({ words, compact, phone, ...part }))) ?? nobody;
  if (found.total <= SORTED) return answer(work, found, COUNTED);
  const rows = await work.rows(inNameOrder({ words, named: named.total, ...part }));
  const ids = rows.map(({ id }) => id);
  return answer(work, { ids, total: found.total }, COUNTED_PARTS);
}

interface Found {
  /** The ids of the requested part of the list, in order. */
  ids: string[];
  total: number;
}

const nobody: Found = { ids: [], total: 0 };

async function answer(work: Pick<Work, 'rows'>, { ids, total }: Found, counted: number) {
  return { people: await readPeople(work, ids), total: Math.min(total, counted), more: total > counted };
}

/** The expression of account_search_idx. */
const searchedText = sql`lower(firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress::text)`;

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

type Wanted = ListPart & Pick<SearchTerm, 'words'>;
type WantedParts = Wanted & Pick<SearchTerm, 'compact' | 'phone'>;

const page = { offset: 0, limit: 10 };
const wantedForms: readonly [Wanted][] = [
  [{ words: ['smith'], ...page }],
  [{ words: ['james', 'smith'], ...page }],
  [{ words: ['mary', 'ann', 'smith'], ...page }],
];

const foundColumns = { total: column.integer, ids: column.uuids };

/** Those whose last name begins with the term: one range of an index. */
const byLastName = statement({
  name: 'identity.people-by-last-name',
  row: foundColumns,
  examples: wantedForms,
  sql: ({ words, offset, limit }: Wanted) => {
    const begins = beginsWith(words);
    return sql`
      select (select count(*)::int from (select from account where ${begins} limit ${COUNTED + 1}) named) as total,
        array(select id from account where ${begins} order by ${inOrder} offset ${offset} limit ${limit}) as ids`;
  },
});

/** Everybody in whose data the term is found, if they are few enough to be sorted. */
const byAnyPart = statement({
  name: 'identity.people-by-any-part',
  row: foundColumns,
  examples: [
    ...wantedForms.map(([wanted]): [WantedParts] => [{ ...wanted, compact: '', phone: null }]),
    [{ words: ['512-555-0147'], compact: '5125550147', phone: '5125550147', ...page }],
  ],
  sql: ({ words, compact, phone, offset, limit }: WantedParts) => sql`
    with found as materialized (
      select id, firstname, lastname from account where ${accountContains({ words })}
      union
      select id, firstname, lastname from session_facts join account on account.id = account_id
      where lower(certification_number) like ${containing(compact)}
      ${phone === null ? sql`` : sql`union select id, firstname, lastname from account where mobile = ${phone}`}
      limit ${SORTED + 1}
    )
    select (select count(*)::int from found) as total,
      array(
        select id from found order by not (${beginsWith(words)}), ${inOrder} offset ${offset} limit ${limit}
      ) as ids`,
});

/**
 * First those whose last name begins with the term, then the others, by reading all names in order: if many people
 * match, few rows have to be read to find the next one. `named` is the size of the first part.
 */
const inNameOrder = statement({
  name: 'identity.people-in-name-order',
  row: { id: column.uuid },
  examples: [[{ words: ['smith'], ...page, named: 1 }], [{ words: ['james', 'smith'], ...page, named: 1 }]],
  sql: ({ words, offset, limit, named }: Wanted & { named: number }) => {
    const begins = beginsWith(words);
    const most = Math.min(limit, Math.max(0, COUNTED_PARTS - offset));
    const others = Math.max(0, most - Math.max(0, named - offset));
    return sql`
      (select id from account where ${begins} order by ${inOrder} offset ${offset} limit ${most})
      union all
      (select id from account where ${accountContains({ words })} and not (${begins}) order by ${inOrder}
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
    active: column.boolean,
    role: column.oneOf(roles),
    registered_at: column.instant,
  },
  sql: (ids: readonly string[]) => sql`
    select account.id as userid, firstname, lastname, businessname, emailaddress,
      certification_number, certification_name, certification_score, certification_expiration, active, role, registered_at
    from unnest(${sql.val(ids)}::uuid[]) with ordinality as wanted (id, place)
      join account on account.id = wanted.id
      left join session_facts on session_facts.account_id = account.id
    order by place`,
});

/** In the order of the given ids. */
function readPeople(work: Pick<Work, 'rows'>, ids: readonly string[]): Promise<FoundPerson[]> {
  return ids.length === 0 ? Promise.resolve([]) : work.rows(peopleInOrder(ids));
}
