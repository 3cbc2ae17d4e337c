import { getPerson } from '#modules/identity/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { button, declareMail, facts, heading, type Portal, paragraph } from '#modules/platform/index.ts';

interface MonitoringOffMail {
  firstname: string;
  by: 'staff' | 'agency';
  at: Date;
}

const whoTurnedItOff = {
  staff:
    'Our team turned off monitoring of your background check, for example because the check was corrected or its monitoring has ended.',
  agency:
    'The agency no longer monitors your background check, for example because its service for this check has ended.',
};

/** Sent when staff or the agency turned monitoring off (D147). */
const monitoringOffMail = declareMail<MonitoringOffMail>({
  name: 'monitoring-off',
  version: 2,
  sample: { firstname: 'Nina', by: 'staff', at: new Date('2026-03-02T15:00:00Z') },
  group: 'service',
  subject: 'Monitoring of your background check is off',
  preheader: 'Your score stays as it is. You can turn monitoring on again.',
  blocks: ({ firstname, by, at }, origin, timeZone) => [
    heading(`${firstname}, monitoring is off`),
    paragraph(
      `${whoTurnedItOff[by]} This says nothing about you. Your score stays valid and shared as before, but changes are no longer reported.`,
    ),
    facts([['Off since', formatDate(at, timeZone)]]),
    paragraph('You can turn it on again with a new consent.'),
    button('Open Privacy & Data', `${origin}/user/profile/privacy`),
  ],
});

/** Sends nothing if the person has agreed again since. */
export async function deliverMonitoringOff(
  portal: Portal,
  consentId: string,
  messageId: string,
): Promise<void> {
  const found = await portal.work('applications.tell-monitoring-off', async (work) => {
    const ended = await work.db
      .selectFrom('monitoring_consent')
      .select(['account_id', 'withdrawn_by', 'withdrawn_at'])
      .where('id', '=', consentId)
      .executeTakeFirstOrThrow();
    const again = await work.db
      .selectFrom('monitoring_consent')
      .select('id')
      .where('account_id', '=', ended.account_id)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    return again ? null : { ended, person: await getPerson(work, ended.account_id) };
  });
  if (!found) return;
  const { person, ended } = found;
  const { withdrawn_by: by, withdrawn_at: at } = ended;
  if (!at || !by || by === 'person') return;
  const letter = monitoringOffMail({ firstname: person.firstname, by, at });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
}
