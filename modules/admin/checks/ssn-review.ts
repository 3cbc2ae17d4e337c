import { z } from 'zod';
import { releaseOrder, returnOrderToPerson } from '#modules/applications/index.ts';
import { findAccountsWithSameSsn, maskedSsn } from '#modules/identity/index.ts';
import { column, inputOf, operation, sql, staff, statement, type Work } from '#modules/platform/index.ts';
import { ssnReleaseFields, ssnReturnFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { writeNote } from '../user/notes.ts';
import { getSubject } from '../user/subject.ts';

/** A check that waits until staff have examined its SSN (D49), and the accounts that have the same number. */

const orderId = z.object({ orderid: z.uuid() });

const orderUnderReview = statement({
  name: 'admin.get-ssn-review',
  row: {
    userid: column.uuid,
    applicationid: column.uuid,
    cra_name: column.text,
    package_descrip: column.text,
    profilenumber: column.text.nullable(),
    held_for: column.text.nullable(),
    returned: column.boolean,
    raised: column.instant,
  },
  sql: (id: string) => sql`
    select application.account_id as userid, application.id as applicationid, provider.name as cra_name,
      package.package_descrip, held.profile_number as profilenumber, held.held_for,
      held.correction_sealed is not null as returned, held.created_at as raised
    from cra_order held
    join application on application.id = held.application_id
    join screening_package package on package.id = application.package_id
    join screening_provider provider on provider.craid = held.craid
    where held.id = ${id}`,
});

const compared = z.object({
  userid: z.uuid(),
  name: z.string(),
  emailaddress: z.string(),
  dateofbirth: z.string().nullable(),
  address: z.string(),
  /** `***-**-1234` */
  ssn: z.string().nullable(),
  shieldids: z.array(z.string()),
  registered: z.date(),
  active: z.boolean(),
});

const shieldIdsOf = statement({
  name: 'admin.ssn-review-shield-ids',
  row: { number: column.text },
  sql: (accountId: string) => sql`
    select distinct shield_id_number as number from shield_score where account_id = ${accountId} order by 1`,
});

async function compare(work: Work<unknown>, accountId: string): Promise<z.output<typeof compared>> {
  const person = await getSubject(work, accountId);
  const numbers = await work.rows(shieldIdsOf(accountId));
  const account = await work.db
    .selectFrom('account')
    .select(['registered_at', 'active'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    userid: accountId,
    name: [person.firstname, person.middlename, person.lastname, person.namesuffix].filter(Boolean).join(' '),
    emailaddress: person.emailaddress,
    dateofbirth: person.dateofbirth,
    address: [person.address1, person.address2, person.city, `${person.state} ${person.postalcode}`.trim()]
      .filter(Boolean)
      .join(', '),
    ssn: await maskedSsn(work, accountId),
    shieldids: numbers.map(({ number }) => number),
    registered: account.registered_at,
    active: account.active,
  };
}

/** @throws Refusal not-found */
export const getSsnReview = operation({
  name: 'admin.get-ssn-review',
  summary: 'A check whose SSN is under review, with the accounts that hold the same number.',
  access: staff,
  kind: 'read',
  input: orderId,
  output: z.object({
    applicationid: z.uuid(),
    cra_name: z.string(),
    package_descrip: z.string(),
    profilenumber: z.string().nullable(),
    /** Null once it is decided. */
    held_for: z.string().nullable(),
    /** What was decided, or that the agency continued by itself. */
    outcome: z.enum(['returned', 'continues']),
    raised: z.date(),
    person: compared,
    others: z.array(compared),
  }),
  async run(work, { orderid }) {
    const order = await work.row(orderUnderReview(orderid));
    if (!order) throw new Refusal('not-found', { detail: `order ${orderid}` });
    const { userid, returned, ...about } = order;
    const others: z.output<typeof compared>[] = [];
    for (const id of await findAccountsWithSameSsn(work, userid)) others.push(await compare(work, id));
    const outcome = returned ? ('returned' as const) : ('continues' as const);
    return { ...about, outcome, person: await compare(work, userid), others };
  },
});

/**
 * Lets the check continue: it goes to the agency, or the agency gets the answer that it asked for.
 * @throws Refusal not-found, applications.moved-on if somebody else decided first
 */
export const releaseSsnReview = operation({
  name: 'admin.release-ssn-review',
  summary: 'Confirms the SSN of a check that waits for its review, so that the check goes on.',
  access: staff,
  kind: 'write',
  input: inputOf(ssnReleaseFields).extend(orderId.shape),
  output: z.object({}),
  async run(work, { orderid, note }) {
    const order = await work.row(orderUnderReview(orderid));
    if (!order) throw new Refusal('not-found', { detail: `order ${orderid}` });
    await releaseOrder(work, orderid);
    const { userid, applicationid } = order;
    await writeNote(work, { userid, applicationid, note_type: 'note', note });
    return {};
  },
});

/**
 * Returns the application to the person, with what they have to correct.
 * @throws Refusal not-found, invalid-input for a text with an SSN in it, applications.moved-on if somebody else decided
 * first
 */
export const returnSsnReview = operation({
  name: 'admin.return-ssn-review',
  summary: 'Sends an application under SSN review back to the person, with what they have to correct.',
  access: staff,
  kind: 'write',
  input: inputOf(ssnReturnFields).extend(orderId.shape),
  output: z.object({}),
  async run(work, { orderid, correction }) {
    const order = await work.row(orderUnderReview(orderid));
    if (!order) throw new Refusal('not-found', { detail: `order ${orderid}` });
    await returnOrderToPerson(work, orderid, correction);
    const { userid, applicationid } = order;
    await writeNote(work, { userid, applicationid, note_type: 'note', note: `Sent back: ${correction}` });
    return {};
  },
});
