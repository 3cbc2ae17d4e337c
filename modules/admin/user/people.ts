import { z } from 'zod';
import { searchPeople } from '#modules/identity/index.ts';
import {
  defineAddress,
  operation,
  readSearchTerm,
  searchFilter,
  searchText,
  sql,
  staffOrTerminal,
} from '#modules/platform/index.ts';
import { listProviders } from '../checks/screening.ts';

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
});

/** The address of the page with the results. */
export const peopleList = defineAddress({
  name: 'people',
  filters: [searchFilter({ name: 'searchterm', label: 'Search users', where: () => sql`true` })],
  rows: 20,
});

/** A term of fewer than three characters finds nothing (doc3 §9). */
export const searchUsers = operation({
  name: 'admin.search-users',
  summary:
    'Finds people by at least three characters of a name, business, email address or ShieldID, or by a phone number.',
  access: staffOrTerminal,
  kind: 'read',
  input: z.object({
    searchterm: searchText(),
    page: z.int().min(1).max(1000).default(1),
    pagesize: z.union([z.literal(10), z.literal(20), z.literal(50), z.literal(100)]).default(20),
  }),
  output: z.object({ results: z.array(found), total: z.number(), more: z.boolean() }),
  async run(work, { searchterm, page, pagesize }) {
    const part = { offset: (page - 1) * pagesize, limit: pagesize };
    const { people, total, more } = await searchPeople(work, readSearchTerm(searchterm), part);
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
    }));
    return { results, total, more };
  },
});
