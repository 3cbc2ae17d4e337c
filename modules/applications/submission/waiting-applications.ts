import { getPerson } from '#modules/identity/index.ts';
import {
  anyOf,
  column,
  type Fragment,
  type Portal,
  type Sweep,
  sql,
  statement,
} from '#modules/platform/index.ts';
import { getApplication } from '../applications.ts';
import { sendApplicationWaits } from '../jobs.ts';
import { applicationWaitsMail } from '../mails.ts';
import { applicationDays, daysPassed } from '../reminder-days.ts';

/** Reminders for applications whose steps wait for the person. */

/** When the person last did something for the application. */
const touched = sql`greatest(application.status_at,
  (select max(completed_at) from application_step where application_id = application.id),
  (select max(saved_at) from application_draft where application_id = application.id),
  (select max(signed_at) from signing_record where application_id = application.id),
  (select max(status_at) from id_verification where application_id = application.id))`;

/** While the images are checked, the person has nothing to do. */
const waiting = (now: Date, days: readonly number[]): Fragment => sql`
  application join account on account.id = application.account_id and account.active
  cross join lateral (select ${touched} as since) as wait
  cross join lateral (select ${daysPassed(sql`since`, days, now)} as due) as reminder
  where application.status in ('paid', 'waituser')
    and due > case when application.waited_since = since then application.wait_reminders else 0 end
    and not exists (select from id_verification looked
      where looked.application_id = application.id and looked.status in ('processing', 'review'))`;

const waitingApplications = statement({
  name: 'applications.waiting-applications',
  row: { key: column.text },
  examples: [
    [new Date(0), [1], null, 1],
    [new Date(0), [1], '', 1],
  ],
  sql: (now: Date, days: readonly number[], after: string | null, size: number) => sql`
    select application.id::text as key from ${waiting(now, days)}
      ${after === null ? sql`` : sql`and application.id > ${after}::uuid`}
    order by application.id limit ${size}`,
});

const noteReminders = statement({
  name: 'applications.note-wait-reminders',
  row: { id: column.uuid },
  examples: [[[], new Date(0), [1]]],
  sql: (ids: readonly string[], now: Date, days: readonly number[]) => sql`
    update application told set wait_reminders = found.due, waited_since = found.since
    from (select application.id, due, since from ${waiting(now, days)} and application.id = ${anyOf(ids)}) as found
    where told.id = found.id
    returning told.id`,
});

/** Reminds after the days without activity that staff chose. If several were missed, one is sent. */
export const waitsSweep: Sweep = {
  name: 'applications.wait-reminders',
  size: 500,
  keys: async (work, after, size) =>
    (await work.rows(waitingApplications(work.now, await applicationDays.read(work), after, size))).map(
      ({ key }) => key,
    ),
  async run(work, ids) {
    const noted = await work.rows(noteReminders(ids, work.now, await applicationDays.read(work)));
    for (const { id } of noted) await work.enqueue(sendApplicationWaits, { applicationId: id });
    return noted.length;
  },
};

/** Sends nothing for an application that was submitted or closed in the meantime. */
export async function deliverApplicationWaits(
  portal: Portal,
  applicationId: string,
  messageId: string,
): Promise<void> {
  const found = await portal.work('applications.tell-waits', async (work) => {
    const application = await getApplication(work, applicationId);
    const open = application.status === 'paid' || application.status === 'waituser';
    return open ? { application, person: await getPerson(work, application.account_id) } : null;
  });
  if (!found) return;
  const { application, person } = found;
  const letter = applicationWaitsMail({
    firstname: person.firstname,
    packageDescrip: application.package_descrip,
    provider: application.provider,
    begun: application.status === 'waituser',
  });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
}
