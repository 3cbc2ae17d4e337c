import { getPerson } from '#modules/identity/index.ts';
import {
  anyOf,
  column,
  formatDate,
  type Portal,
  type Sweep,
  sql,
  statement,
} from '#modules/platform/index.ts';
import { getApplication } from '../applications.ts';
import { sendApplicationText, sendCheckDelayed } from '../jobs.ts';
import { checkDelayedMail } from '../mails.ts';

/** Applicants are told when a check takes longer than its agency expected, before they have to ask. */

const delayedChecks = statement({
  name: 'applications.delayed-checks',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select said.cra_order_id::text as key
    from check_progress said join cra_order placed on placed.id = said.cra_order_id
    where said.estimated_on < (${now}::timestamptz at time zone 'UTC')::date
      and said.delay_told_for is distinct from said.estimated_on and placed.closed_at is null
      ${after === null ? sql`` : sql`and said.cra_order_id > ${after}::uuid`}
    order by said.cra_order_id limit ${size}`,
});

/** For each expected date that passes, the applicant is told once. */
export const delaysSweep: Sweep = {
  name: 'applications.check-delays',
  size: 1_000,
  keys: async (work, after, size) =>
    (await work.rows(delayedChecks(work.now, after, size))).map(({ key }) => key),
  async run(work, ids) {
    const told = await work.db
      .updateTable('check_progress')
      .set((row) => ({ delay_told_for: row.ref('estimated_on') }))
      .where('cra_order_id', '=', anyOf(ids))
      .returning('cra_order_id')
      .execute();
    for (const { cra_order_id: orderId } of told) await work.enqueue(sendCheckDelayed, { orderId });
    const applications = await work.db
      .selectFrom('cra_order')
      .select('application_id')
      .where('id', '=', anyOf(told.map((row) => row.cra_order_id)))
      .execute();
    for (const { application_id: applicationId } of applications) {
      await work.enqueue(sendApplicationText, { applicationId, kind: 'delayed' });
    }
    return told.length;
  },
};

/** Sends nothing for a check that was finished in the meantime. */
export async function deliverCheckDelayed(portal: Portal, orderId: string, messageId: string): Promise<void> {
  const found = await portal.work('applications.tell-delayed', async (work) => {
    const order = await work.db
      .selectFrom('cra_order as placed')
      .innerJoin('check_progress as said', 'said.cra_order_id', 'placed.id')
      .select(['placed.application_id', 'said.delay_told_for'])
      .where('placed.id', '=', orderId)
      .where('placed.closed_at', 'is', null)
      .executeTakeFirst();
    if (!order?.delay_told_for) return null;
    const application = await getApplication(work, order.application_id);
    return {
      application,
      estimated: order.delay_told_for,
      person: await getPerson(work, application.account_id),
    };
  });
  if (!found) return;
  const { application, estimated, person } = found;
  const letter = checkDelayedMail({
    firstname: person.firstname,
    provider: application.provider,
    packageDescrip: application.package_descrip,
    estimated: formatDate(estimated),
  });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
}
