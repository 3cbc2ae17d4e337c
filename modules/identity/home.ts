import { z } from 'zod';
import { operation, person, sql } from '#modules/platform/index.ts';
import { accessOf, type SeenBy } from './access-log.ts';
import { Refusal } from './refusals.ts';

const SEEN_AT_HOME = 3;

const information = z.object({
  firstname: z.string(),
  middlename: z.string(),
  lastname: z.string(),
  namesuffix: z.string(),
  businessname: z.string(),
  emailaddress: z.string(),
  mobile: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postalcode: z.string(),
  locked_name_dob: z.boolean(),
});

/** What the home page says of the person: My Information, and who saw the score last. */
export const getHome = operation({
  name: 'identity.get-home',
  summary: "The person's own data on the home page.",
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    information,
    seen: z.array(
      z.object({
        viewer_name: z.string(),
        kind: z.enum(['search', 'score', 'report', 'export', 'api']),
        first_at: z.date(),
      }),
    ),
  }),
  async run(work) {
    const { accountId } = work.caller;
    // One query for both: a page asks the database few things (the design's goal is six).
    const row = await work.row(sql<z.output<typeof information> & { seen: SeenRow[] }>`
      select firstname, middlename, lastname, namesuffix, businessname, emailaddress::text as emailaddress, mobile,
        address1, address2, city, state, postalcode, locked_name_dob,
        (select coalesce(json_agg(latest), '[]') from (${accessOf(accountId, SEEN_AT_HOME)}) latest) as seen
      from account where id = ${accountId}`);
    if (!row) throw new Refusal('not-found', { detail: 'the account is gone' });
    const { seen, ...own } = row;
    return {
      information: own,
      seen: seen.map((entry) => ({ ...entry, first_at: new Date(entry.first_at) })),
    };
  },
});

/** As JSON brings it: the instant as text. */
type SeenRow = Omit<SeenBy, 'first_at'> & { first_at: string };
