import { z } from 'zod';
import {
  type Caller,
  DAY,
  inputOf,
  isSameEmailAddress,
  lengths,
  newId,
  newToken,
  operation,
  person,
  plainText,
  readEmailAddress,
  type Work,
} from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { mailedShareTerm, shareLinkFields } from '../fields.ts';
import { sendSharedScore } from '../jobs.ts';
import { networkLimits } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { hashShareCode, sealShareCode } from './codes.ts';
import { findSharingObstacle } from './own-links.ts';
import type { ShareLinkKind, SharingObstacle } from './rules.ts';

const refusals = {
  'no-score': 'network.share-no-score',
  'score-held': 'network.share-held',
  'under-review': 'network.share-under-review',
  'sharing-off': 'network.share-off',
} as const satisfies Record<SharingObstacle, string>;

/** Makes a link that shows the caller's score, as it is when the link is opened, to everybody who has it. */
export const makeShareLink = operation({
  name: 'network.make-share-link',
  summary: 'Makes a link that shows the caller’s score until a term that they choose.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: inputOf(shareLinkFields),
  output: z.object({ linkid: z.uuid(), expires: z.date() }),
  throttle: { by: 'account', limit: 60, per: DAY },
  run: (work, { label, days }) =>
    makeLink(work, { kind: 'link', label: label ?? '', toEmail: null, lasts: Number(days) * DAY }),
});

/**
 * 'Share My ShieldScore' (doc1 §2, §7): mails a link to an address. The mail contains no score, so that no mailbox
 * keeps a score that has since been revoked or disputed or is out of date.
 */
export const shareShieldId = operation({
  name: 'network.share-shield-id',
  summary: 'Mails a link to the caller’s score to an address.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({ emailaddress: plainText(lengths.typedEmailAddress, 1) }),
  output: z.object({ linkid: z.uuid(), expires: z.date() }),
  throttle: { by: 'account', limit: 20, per: DAY },
  async run(work, { emailaddress }) {
    const field = 'emailaddress';
    const toEmail = readEmailAddress(emailaddress);
    if (toEmail === null) throw new Refusal('network.invalid-email', { field });
    if (isSameEmailAddress(toEmail, work.caller.emailaddress)) throw new Refusal('network.own-id', { field });
    const lasts = Number(mailedShareTerm) * DAY;
    const made = await makeLink(work, { kind: 'email', label: '', toEmail, lasts });
    await work.enqueue(sendSharedScore, { linkId: made.linkid });
    return made;
  },
});

interface Wanted {
  kind: ShareLinkKind;
  label: string;
  toEmail: string | null;
  /** In milliseconds. */
  lasts: number;
}

async function makeLink(work: Work<Caller>, wanted: Wanted): Promise<{ linkid: string; expires: Date }> {
  const { accountId } = work.caller;
  // The lock keeps links that are made at the same time from exceeding the limit together.
  await work.db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const obstacle = await findSharingObstacle(work);
  if (obstacle) throw new Refusal(refusals[obstacle]);
  const { working } = await work.db
    .selectFrom('share_link')
    .select((row) => row.fn.countAll<number>().as('working'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', work.now)
    .executeTakeFirstOrThrow();
  if (working >= networkLimits['share.working-links']) throw new Refusal('network.share-too-many');
  const id = newId();
  const code = newToken(16);
  const expires = new Date(work.now.getTime() + wanted.lasts);
  await work.db
    .insertInto('share_link')
    .values({
      id,
      account_id: accountId,
      kind: wanted.kind,
      label: wanted.label,
      to_email: wanted.toEmail,
      code_sealed: sealShareCode(work, id, code),
      code_hash: hashShareCode(work, code),
      created_at: work.now,
      expires_at: expires,
    })
    .execute();
  await work.audit({
    action: networkAudit.shareLinkMade,
    about: accountId,
    object: { type: 'share_link', id },
    detail: { kind: wanted.kind },
  });
  return { linkid: id, expires };
}
