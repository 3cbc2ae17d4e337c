import { type Portal, type Retention, retentions, type Work } from '#modules/platform/index.ts';
import type { PrivacyOccasion } from '../rules.ts';
import { deletionMail, erasureWaitsMail, exportReadyMail, limitMail, requestClosedMail } from './mails.ts';
import { openTexts } from './requests.ts';

/**
 * Tells the person who asked what became of their request. Sends nothing if they were already told and the address has
 * been forgotten.
 */
export async function deliverPrivacyNotice(
  portal: Portal,
  { requestId, occasion }: { requestId: string; occasion: PrivacyOccasion },
  messageId: string,
): Promise<void> {
  const request = await portal.work('identity.read-privacy-request', (work) => readRequest(work, requestId));
  if (!request?.emailaddress) return;
  const letter = letterOf(occasion, request);
  if (!letter) return;
  // An erased account no longer has an address, and somebody without an account never had one here.
  const recipient =
    request.account_id && occasion !== 'erased'
      ? { accountId: request.account_id }
      : { address: request.emailaddress };
  await portal.mailTo(recipient, { host: request.host, messageId }, letter);
  if (occasion !== 'erased') return;
  await portal.work('identity.forget-address', ({ db }) =>
    db.updateTable('privacy_request').set({ emailaddress: '' }).where('id', '=', requestId).execute(),
  );
}

async function readRequest(work: Work, requestId: string) {
  const row = await work.db
    .selectFrom('privacy_request')
    .select([
      'id',
      'account_id',
      'emailaddress',
      'host',
      'due_at',
      'erase_at',
      'waits_for',
      'waits_until',
      'file_expires_at',
      'retained',
      'message_sealed',
      'answer_sealed',
    ])
    .where('id', '=', requestId)
    .executeTakeFirst();
  return row && { ...row, answer: openTexts(work, row).answer };
}

type Request = NonNullable<Awaited<ReturnType<typeof readRequest>>>;

function letterOf(occasion: PrivacyOccasion, request: Request) {
  const { due_at: dueAt, erase_at: eraseAt, file_expires_at: expiresAt, answer } = request;
  const { waits_for: waitsFor, waits_until: until } = request;
  switch (occasion) {
    case 'received':
      return limitMail({ occasion, dueAt });
    case 'answered':
      return answer === null ? null : limitMail({ occasion, answer });
    case 'closed':
      return answer === null ? null : requestClosedMail({ reason: answer });
    case 'waits':
      return waitsFor && erasureWaitsMail({ waitsFor, until });
    case 'built':
      return expiresAt && exportReadyMail({ requestId: request.id, expiresAt });
    case 'asked':
    case 'recalled':
    case 'erased':
      return eraseAt && deletionMail({ occasion, eraseAt, retained: retentionsOf(request.retained) });
  }
}

function retentionsOf(text: string): Retention[] {
  return retentions.filter((reason) => text.split(' ').includes(reason));
}
