import type { Portal, Work } from '#modules/platform/index.ts';
import { describeAgent } from './agents.ts';
import { type MintedCode, mintCode } from './codes.ts';
import {
  accountChangedMail,
  accountDisabledMail,
  codeMails,
  codeText,
  passwordResetMail,
  staffInvitationMail,
  twoStepResetMail,
  welcomeMail,
} from './mails.ts';
import { findPasswordLink } from './passwords/link.ts';
import { resolveRecovery } from './passwords/recovery.ts';
import type { ToldChange } from './rules.ts';
import {
  emailChangedMail,
  newBrowserMail,
  passwordChangedMail,
  twoStepChangedMail,
} from './security-changes/mails.ts';
import { undoToken } from './security-changes/recording.ts';
import { findNotice } from './security-changes/undo.ts';
import { isAddressTaken } from './two-step/contact-methods.ts';

/** What the jobs of identity do: read or make the code in one transaction, then send it. Each is safe to run twice. */

/**
 * @param messageId the same for every run of a job, so that mail programs recognize a second copy
 * @param triedSince since when an earlier run may have sent it as a text
 */
export async function deliverCode(
  portal: Portal,
  codeId: string,
  messageId: string,
  triedSince: Date | null = null,
): Promise<void> {
  const { minted, silent } = await portal.work('identity.send-code', async (work) => {
    const code = await mintCode(work, codeId);
    return { minted: code, silent: code !== null && (await isSilent(work, code)) };
  });
  if (minted && !silent) await sendMinted(portal, minted, messageId, triedSince);
}

/**
 * If the new address belongs to somebody else, no code is sent to it. The code is made nevertheless, so that the person
 * who asked learns nothing (D13).
 */
async function isSilent(work: Work, { accountId, purpose, destination }: MintedCode): Promise<boolean> {
  if (purpose !== 'email-change' || accountId === null) return false;
  return isAddressTaken(work, accountId, destination);
}

/** Sends nothing if no account has the address (D13). */
export async function deliverRecovery(portal: Portal, codeId: string, messageId: string): Promise<void> {
  const minted = await portal.work('identity.start-recovery', async (work) =>
    (await resolveRecovery(work, codeId)) ? mintCode(work, codeId) : null,
  );
  if (minted) await sendMinted(portal, minted, messageId);
}

async function sendMinted(
  portal: Portal,
  minted: MintedCode,
  messageId: string,
  triedSince: Date | null = null,
): Promise<void> {
  if (minted.channel === 'SMS') {
    await portal.sms.send({ to: `+1${minted.destination}`, body: codeText(minted), triedSince });
    return;
  }
  const recipient = { address: minted.destination };
  await portal.mailTo(recipient, { host: minted.host, messageId }, codeMails[minted.purpose](minted));
}

/** Sends nothing if the link was used or has expired. */
export async function deliverStaffInvitation(
  portal: Portal,
  codeId: string,
  messageId: string,
): Promise<void> {
  const invitation = await portal.work('identity.send-staff-invitation', (work) =>
    findPasswordLink(work, codeId),
  );
  if (!invitation) return;
  const { accountId, host: _host, ...about } = invitation;
  await portal.mailTo({ accountId }, { host: null, messageId }, staffInvitationMail(about));
}

export async function deliverWelcome(portal: Portal, accountId: string, messageId: string): Promise<void> {
  const to = await portal.work('identity.send-welcome', (work) => findAddressee(work, accountId));
  await portal.mailTo({ accountId }, { host: to.registered_host, messageId }, welcomeMail(to));
}

/** A change of the address is mailed to both addresses; only the previous one can undo it. */
export async function deliverSecurityNotice(
  portal: Portal,
  changeId: string,
  messageId: string,
): Promise<void> {
  const found = await portal.work('identity.send-security-notice', async (work) => ({
    notice: await findNotice(work, changeId),
    token: undoToken(work, changeId),
  }));
  const { notice, token } = found;
  if (!notice) return;
  const { accountId, host, formerAddress, undone, changedAt, change } = notice;
  const about = { changedAt, change };
  if (change === 'email') {
    if (formerAddress) {
      const letter = emailChangedMail({ ...about, token: undone ? null : token });
      await portal.mailTo({ address: formerAddress }, { host, messageId: `${messageId}-former` }, letter);
    }
    await portal.mailTo({ accountId }, { host, messageId }, emailChangedMail({ ...about, token: null }));
    return;
  }
  const mail = change === 'password' ? passwordChangedMail : twoStepChangedMail;
  await portal.mailTo({ accountId }, { host, messageId }, mail({ ...about, token }));
}

export async function deliverNewBrowser(portal: Portal, browserId: string, messageId: string): Promise<void> {
  const browser = await portal.work('identity.send-new-browser', ({ db }) =>
    db
      .selectFrom('known_browser')
      .innerJoin('account', 'account.id', 'known_browser.account_id')
      .select(['account.id as accountId', 'registered_host', 'first_at', 'address', 'agent'])
      .where('known_browser.id', '=', browserId)
      .executeTakeFirst(),
  );
  if (!browser) return;
  const { accountId, registered_host: host, first_at: at, address, agent } = browser;
  const letter = newBrowserMail({ at, address, browser: describeAgent(agent) });
  await portal.mailTo({ accountId }, { host, messageId }, letter);
}

export async function deliverAccountChanged(
  portal: Portal,
  { accountId, changed }: { accountId: string; changed: readonly ToldChange[] },
  messageId: string,
): Promise<void> {
  const to = await portal.work('identity.send-account-changed', (work) => findAddressee(work, accountId));
  await portal.mailTo(
    { accountId },
    { host: to.registered_host, messageId },
    accountChangedMail({ changed }),
  );
}

/** Sends nothing if the link was used, or if another one was sent. */
export async function deliverStaffReset(
  portal: Portal,
  { accountId, codeId }: { accountId: string; codeId: string | null },
  messageId: string,
): Promise<void> {
  if (codeId) {
    const found = await portal.work('identity.send-staff-reset', (work) => findPasswordLink(work, codeId));
    if (!found) return;
    const { host, ...about } = found;
    await portal.mailTo({ accountId }, { host, messageId }, passwordResetMail(about));
    return;
  }
  const to = await portal.work('identity.send-staff-reset', (work) => findAddressee(work, accountId));
  await portal.mailTo({ accountId }, { host: to.registered_host, messageId }, twoStepResetMail({}));
}

export async function deliverAccountStatus(
  portal: Portal,
  { accountId, active }: { accountId: string; active: boolean },
  messageId: string,
): Promise<void> {
  const to = await portal.work('identity.send-account-status', (work) => findAddressee(work, accountId));
  await portal.mailTo(
    { accountId },
    { host: to.registered_host, messageId },
    accountDisabledMail({ active }),
  );
}

function findAddressee({ db }: Pick<Work, 'db'>, accountId: string) {
  return db
    .selectFrom('account')
    .select(['firstname', 'registered_host'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}
