import { getPerson } from '#modules/identity/index.ts';
import type { Portal } from '#modules/platform/index.ts';
import { checkMovedMail } from '../mails.ts';

/** Tells the person of one of the two accounts that staff moved a check. */
export async function deliverCheckMoved(
  portal: Portal,
  { accountId, direction }: { accountId: string; direction: 'away' | 'here' },
  messageId: string,
): Promise<void> {
  const person = await portal.work('applications.tell-check-moved', (work) => getPerson(work, accountId));
  const letter = checkMovedMail({ firstname: person.firstname, direction });
  await portal.mailTo({ accountId }, { host: person.registered_host, messageId }, letter);
}
