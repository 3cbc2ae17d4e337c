import { getPerson } from '#modules/identity/index.ts';
import type { Portal, Work } from '#modules/platform/index.ts';
import { getApplication } from '../applications.ts';
import { paperAwaitedMail, paperDecidedMail, paperReceivedMail } from './mails.ts';
import { openReason } from './reviewing.ts';

/** The mails about a paper package. */

async function readPackage(work: Work<null>, packageId: string) {
  const found = await work.db
    .selectFrom('manual_package')
    .select([
      'application_id',
      'requested_at',
      'received_at',
      'file_pages',
      'closed_at',
      'outcome',
      'reason_sealed',
    ])
    .where('id', '=', packageId)
    .executeTakeFirstOrThrow();
  const application = await getApplication(work, found.application_id);
  const person = await getPerson(work, application.account_id);
  const sealed = found.outcome === 'rejected' ? found.reason_sealed : null;
  const reason = sealed && (await openReason(work, { id: packageId, personId: person.accountId, sealed }));
  return { found, application, person, reason };
}

export async function deliverPaperReceived(
  portal: Portal,
  packageId: string,
  messageId: string,
): Promise<void> {
  const { found, person } = await portal.work('applications.tell-paper-received', (work) =>
    readPackage(work, packageId),
  );
  if (!found.received_at) return;
  const letter = paperReceivedMail({
    firstname: person.firstname,
    received: found.received_at,
    pages: found.file_pages ?? 0,
  });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
}

export async function deliverPaperAwaited(
  portal: Portal,
  packageId: string,
  messageId: string,
): Promise<void> {
  const { found, application, person } = await portal.work('applications.tell-paper-awaited', (work) =>
    readPackage(work, packageId),
  );
  if (found.received_at || found.closed_at) return;
  const letter = paperAwaitedMail({
    firstname: person.firstname,
    packageDescrip: application.package_descrip,
    requested: found.requested_at,
  });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
}

export async function deliverPaperDecided(
  portal: Portal,
  packageId: string,
  messageId: string,
): Promise<void> {
  const { found, application, person, reason } = await portal.work(
    'applications.tell-paper-decided',
    (work) => readPackage(work, packageId),
  );
  if (found.outcome === 'rejected' && reason === null) return;
  const letter = paperDecidedMail({
    firstname: person.firstname,
    provider: application.provider,
    received: found.received_at !== null,
    reason,
  });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
}
