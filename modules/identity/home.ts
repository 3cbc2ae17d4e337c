import { z } from 'zod';
import { column, operation, person, sql, statement } from '#modules/platform/index.ts';
import { accessOf } from './access-log.ts';
import { Refusal } from './refusals.ts';
import { accessKinds } from './rules.ts';

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

const seenEntry = z.object({
  viewer_name: z.string(),
  kind: z.enum(accessKinds),
  first_at: z.coerce.date(),
});

/** One query for both parts of the page, because a page may make at most six. */
const home = statement({
  name: 'identity.home',
  prepared: true,
  row: {
    firstname: column.text,
    middlename: column.text,
    lastname: column.text,
    namesuffix: column.text,
    businessname: column.text,
    emailaddress: column.text,
    mobile: column.text,
    address1: column.text,
    address2: column.text,
    city: column.text,
    state: column.text,
    postalcode: column.text,
    locked_name_dob: column.boolean,
    seen: column.json(z.array(seenEntry)),
  },
  sql: (accountId: string) => sql`
    select firstname, middlename, lastname, namesuffix, businessname, emailaddress, mobile,
      address1, address2, city, state, postalcode, locked_name_dob,
      (select coalesce(json_agg(latest), '[]') from (${accessOf(accountId, SEEN_AT_HOME)}) latest) as seen
    from account where id = ${accountId}`,
});

/** What the home page says about the person: My Information, and who saw the score last. */
export const getHome = operation({
  name: 'identity.get-home',
  summary: "The person's own data on the home page.",
  access: person,
  kind: 'read',
  mayLag: true,
  input: z.object({}),
  output: z.object({
    information: information.extend({
      has_current_verification: z.boolean(),
      verified_dts: z.date().nullable(),
    }),
    seen: z.array(seenEntry.extend({ first_at: z.date() })),
  }),
  async run(work) {
    const { accountId } = work.caller;
    const row = await work.row(home(accountId));
    if (!row) throw new Refusal('not-found', { detail: 'the account is gone' });
    const { seen, ...own } = row;
    const { has_current_verification, verified_at: verified_dts } = work.caller.facts;
    return { information: { ...own, has_current_verification, verified_dts }, seen };
  },
});
