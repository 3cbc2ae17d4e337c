import { z } from 'zod';
import { peopleOrders, searchPeople, type WantedPeople, withoutTerm } from '#modules/identity/index.ts';
import {
  choiceFilter,
  defineAddress,
  grades,
  isLongEnough,
  operation,
  readSearchTerm,
  type SearchTerm,
  searchFilter,
  searchText,
  sql,
  staffOrTerminal,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { listProviders } from '../checks/screening.ts';
import { findReferenced, isWhole, type Reference, references } from './referenced.ts';

const found = z.object({
  userid: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  /** The whole name that the active score was made for (D98), or null if there is none. */
  legalname: z.string().nullable(),
  businessname: z.string(),
  emailaddress: z.string(),
  abcnumber: z.string().nullable(),
  currenticstatus: z.string().nullable(),
  cra_provider: z.string().nullable(),
  current_expiration: z.string().nullable(),
  /** The company of whose team the person is. */
  company: z.string().nullable(),
  team_role: z.string().nullable(),
  active: yesNo,
  /** What the term is of the person, if it is in none of the above. */
  found_by: z.enum(references).nullable(),
});

/** The filters are applied by identity's search. */
const everybody = () => sql<boolean>`true`;
const scores = [...grades, 'none'] as const;
const filters = [
  searchFilter({ name: 'searchterm', label: 'Search users', where: everybody }),
  choiceFilter({
    name: 'score',
    label: 'Score',
    any: 'Any score',
    choices: scores.map((value) => ({ value, label: value === 'none' ? 'No score' : value })),
    where: everybody,
  }),
  choiceFilter({
    name: 'validity',
    label: 'Validity',
    any: 'Valid or expired',
    choices: [
      { value: 'valid', label: 'Valid' },
      { value: 'expired', label: 'Expired' },
    ],
    where: everybody,
  }),
  choiceFilter({
    name: 'account',
    label: 'Account',
    any: 'Any account',
    choices: [
      { value: 'on', label: 'Active' },
      { value: 'off', label: 'Disabled' },
    ],
    where: everybody,
  }),
] as const;

/** The address of the page with the results. */
export const peopleList = defineAddress({
  name: 'people',
  filters,
  rows: 20,
  sorts: peopleOrders,
});

/**
 * If more are found by their profile, staff type more of what they have in hand, and the names on checks, numbers and
 * companies are not looked through: for a common name that takes longer than the search itself.
 */
const FEW = 1_000;

type Searching = Pick<Work, 'rows' | 'row' | 'now'>;

/** @returns null if nobody is found by what is written about them elsewhere */
async function findByReference(work: Searching, term: SearchTerm, wanted: WantedPeople) {
  const by = await findReferenced(work, term);
  return by.size === 0
    ? null
    : { by, ...(await searchPeople(work, term, { ...wanted, also: [...by.keys()] })) };
}

/** By the profile, and if few are found so, also by what is written about them elsewhere. */
async function findByAnything(work: Searching, term: SearchTerm, wanted: WantedPeople) {
  const named = await searchPeople(work, term, wanted);
  const isRare = isLongEnough(term) && named.total <= FEW;
  const by = isRare ? await findReferenced(work, term) : new Map<string, Reference>();
  // Mostly the names on checks are those of the profile.
  const also = await withoutTerm(work, term, [...by.keys()]);
  return { by, ...(also.length === 0 ? named : await searchPeople(work, term, { ...wanted, also })) };
}

/** A term of fewer than three characters finds nothing (doc3 §9). */
export const searchUsers = operation({
  name: 'admin.search-users',
  summary:
    'Finds people by at least three characters of a name, business, company, email address, ShieldID or profile number, or by a phone, order or transaction number.',
  access: staffOrTerminal,
  kind: 'read',
  mayLag: true,
  input: z.object({
    searchterm: searchText(),
    page: z.int().min(1).max(1000).default(1),
    pagesize: z.union([z.literal(10), z.literal(20), z.literal(50), z.literal(100)]).default(20),
    sort: z.enum(peopleOrders).default('match'),
    dir: z.enum(['asc', 'desc']).default('asc'),
    score: z.enum(scores).optional(),
    validity: z.enum(['valid', 'expired']).optional(),
    account: z.enum(['on', 'off']).optional(),
  }),
  output: z.object({
    results: z.array(found),
    total: z.number(),
    more: z.boolean(),
    /** False if too many were found to be sorted, which are in the order `match`. */
    sorted: z.boolean(),
  }),
  async run(work, { searchterm, page, pagesize, sort, dir, score, validity, account }) {
    const term = readSearchTerm(searchterm);
    const wanted = {
      offset: (page - 1) * pagesize,
      limit: pagesize,
      filter: {
        score: score === 'none' ? undefined : score,
        validity: score === 'none' ? ('none' as const) : validity,
        account,
      },
      order: sort,
      dir,
    };
    const { by, people, ...others } =
      (isWhole(term) ? await findByReference(work, term, { ...wanted, alone: true }) : null) ??
      (await findByAnything(work, term, wanted));
    const providers = await listProviders(
      work,
      people.map((person) => person.userid),
    );
    const results = people.map((person) => ({
      userid: person.userid,
      firstname: person.firstname,
      lastname: person.lastname,
      legalname: person.certification_name,
      businessname: person.businessname,
      emailaddress: person.emailaddress,
      abcnumber: person.certification_number,
      currenticstatus: person.certification_score,
      cra_provider: providers.get(person.userid) ?? null,
      current_expiration: person.certification_expiration,
      company: person.company_name,
      team_role: person.team_role,
      active: person.active,
      found_by: by.get(person.userid) ?? null,
    }));
    return { results, ...others };
  },
});
