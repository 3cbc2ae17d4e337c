import { z } from 'zod';
import { findFirstPeople } from '#modules/identity/index.ts';
import {
  anyOf,
  column,
  containingWords,
  isLongEnough,
  type RawBuilder,
  readSearchTerm,
  type SearchTerm,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { companyText } from '../company/list.ts';
import { type AuditKind, actionsNamed, actionsOfKind } from './kinds.ts';

/** What staff narrow the log by. */
export interface AuditAsked {
  q: string;
  person?: string | undefined;
  staff?: string | undefined;
  company?: string | undefined;
  session?: string | undefined;
  action?: string | undefined;
  kind?: 'all' | AuditKind | undefined;
  /** The order in which a page is read, newest first by default. */
  dir?: 'asc' | 'desc' | undefined;
  before?: string | undefined;
}

type Condition = RawBuilder<boolean>;

/**
 * The ways in which an entry may fit a filter. Each is an equality for which the log has an index in the order of time,
 * and no entry fits two of them, so that the ways are merged without sorting.
 */
type Ways = readonly Condition[];

/** A filter: its ways, and the same as one condition for where another filter is read by its ways. */
interface Narrowing {
  ways: Ways;
  condition: Condition;
}

const narrowing = (ways: Ways): Narrowing => ({ ways, condition: anyWay(ways) });

/** Entries of several actions. */
const withActions = (names: readonly string[]): Narrowing => ({
  ways: byActions(names),
  condition: sql`action = any(${sql.val([...names])}::text[])`,
});

/** Makes conditions disjoint: each one only counts where none before it is true. */
function disjoint(conditions: readonly Condition[]): Ways {
  return conditions.map((condition, at) => {
    const earlier = conditions.slice(0, at);
    const others = earlier.map((each) => sql`(${each}) is not true`);
    return others.length === 0 ? condition : sql<boolean>`${condition} and ${sql.join(others, sql` and `)}`;
  });
}

const byPerson = (id: string) => disjoint([sql`about_id = ${id}`, sql`actor_id = ${id}`]);
const byStaff = (id: string) => disjoint([sql`actor_id = ${id}`, sql`admin_id = ${id}`]);
const byCompany = (id: string) =>
  disjoint([sql`company_id = ${id}`, sql`object_type = 'company' and object_id = ${id}`]);
const byActions = (names: readonly string[]): Ways => names.map((name) => sql<boolean>`action = ${name}`);

/** How many people or companies of a name are looked for. */
const NAMED = 10;

/** The first condition is that of an index, which also finds legal names and hosts. */
const companiesNamed = statement({
  name: 'admin.companies-named',
  row: { id: column.uuid },
  sql: (term: Pick<SearchTerm, 'words'>) => sql`
    select id from company where ${containingWords(companyText, term)} and ${containingWords(sql`company_name`, term)}
    order by company_name, id limit ${NAMED}`,
  examples: [[{ words: ['harbor'] }]],
});

/** Entries by the words of their action, the name of somebody in them, or any id. */
async function bySearch(work: Pick<Work, 'rows' | 'row' | 'now'>, typed: string): Promise<Ways> {
  const term = readSearchTerm(typed);
  if (!isLongEnough(term)) return [];
  const id = term.text;
  if (z.uuid().safeParse(id).success) return byId(id);
  const people = await findFirstPeople(work, term, NAMED);
  const companies = await work.rows(companiesNamed(term));
  const actions = actionsNamed(term.words);
  const persons = anyOf(people);
  const named = sql<boolean>`action = any(${sql.val(actions)}::text[])`;
  return [
    ...byActions(actions),
    ...people.map((userid) => sql<boolean>`about_id = ${userid} and not ${named}`),
    ...people.map(
      (userid) => sql<boolean>`actor_id = ${userid} and (about_id = ${persons}) is not true and not ${named}`,
    ),
    ...companies.flatMap(({ id: company }) =>
      byCompany(company).map(
        (way) =>
          sql<boolean>`${way} and (about_id = ${persons}) is not true and (actor_id = ${persons}) is not true
            and not ${named}`,
      ),
    ),
  ];
}

const byId = (id: string): Ways =>
  disjoint([
    sql`id = ${id}`,
    sql`about_id = ${id}`,
    sql`actor_id = ${id}`,
    sql`admin_id = ${id}`,
    sql`company_id = ${id}`,
    sql`session_id = ${id}`,
    sql`object_id = ${id}`,
  ]);

/**
 * The table of the entries that fit all filters, under the alias `a`. The filter that leaves the fewest entries is read
 * by its ways, and the others are conditions on what it finds.
 */
export async function entriesThatFit(
  work: Pick<Work, 'rows' | 'row' | 'now'>,
  asked: AuditAsked,
): Promise<RawBuilder<unknown>> {
  const { q, person, staff, company, session, action, kind = 'all', dir, before } = asked;
  const filters: Narrowing[] = [
    ...(session ? [narrowing([sql`session_id = ${session}`])] : []),
    ...(person ? [narrowing(byPerson(person))] : []),
    ...(q ? [narrowing(await bySearch(work, q))] : []),
    ...(company ? [narrowing(byCompany(company))] : []),
    ...(staff ? [narrowing(byStaff(staff))] : []),
    ...(action ? [withActions([action])] : []),
    ...(kind === 'all' ? [] : [withActions(actionsOfKind(kind))]),
  ];
  const [first, ...others] = filters;
  if (!first) return sql`audit_entry a`;
  const { ways } = first;
  // Each way is read in the order of the page, so that PostgreSQL merges them and stops when the page is full.
  const oldestFirst = (dir === 'asc') !== (before !== undefined);
  const order = oldestFirst ? sql`order by at, id` : sql`order by at desc, id desc`;
  const rest = others.map(({ condition }) => sql` and ${condition}`);
  const parts = (ways.length > 0 ? ways : [sql<boolean>`false`]).map(
    (way) => sql`(select id, at from audit_entry where ${way}${sql.join(rest, sql``)} ${order})`,
  );
  return sql`(${sql.join(parts, sql` union all `)}) a`;
}

/** One condition for a filter that is not read by its ways. */
const anyWay = (ways: Ways): Condition =>
  ways.length === 0
    ? sql`false`
    : sql<boolean>`(${sql.join(
        ways.map((way) => sql`(${way})`),
        sql` or `,
      )})`;
