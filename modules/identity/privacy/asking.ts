import { z } from 'zod';
import {
  anyone,
  DAY,
  erasureWaits,
  HOUR,
  inputOf,
  openSealedFile,
  operation,
  person,
  StoredFileMissing,
  temporaryFile,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { limitByAddressFields, limitFields, proofFields } from '../fields.ts';
import { buildExport, sendPrivacyNotice } from '../jobs.ts';
import { mayMail } from '../mail-limits.ts';
import { Refusal } from '../refusals.ts';
import { privacyOutcomes, privacyRequestKinds, privacyRequestStates } from '../rules.ts';
import { lockAccount } from '../sign-in/account-lock.ts';
import { isProofNeeded, requireProof } from '../two-step/proof.ts';
import { closeRequest, findOpen, isAskedAlready, openRequest } from './requests.ts';

/** What a person may request about their own data (D23). */

/** The newest request of each kind, for the page that shows and takes them. */
export const getMyRequests = operation({
  name: 'identity.get-my-requests',
  summary: "The caller's newest request of each kind about their personal data.",
  access: person,
  kind: 'read',
  mayLag: true,
  input: z.object({}),
  output: z.object({
    requests: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(privacyRequestKinds),
        state: z.enum(privacyRequestStates),
        outcome: z.enum(privacyOutcomes).nullable(),
        requested_at: z.date(),
        due_at: z.date(),
        /** For an export that is ready. */
        file_expires_at: z.date().nullable(),
        /** Of a deletion. */
        erase_at: z.date().nullable(),
        /** What a due deletion waits for, and until when at most. */
        waits_for: z.enum(erasureWaits).nullable(),
        waits_until: z.date().nullable(),
      }),
    ),
    password_needed: z.boolean(),
  }),
  async run(work) {
    const rows = await work.db
      .selectFrom('privacy_request')
      .select([
        'id',
        'kind',
        'state',
        'outcome',
        'requested_at',
        'due_at',
        'file_expires_at',
        'erase_at',
        'waits_for',
        'waits_until',
      ])
      .distinctOn('kind')
      .where('account_id', '=', work.caller.accountId)
      .orderBy('kind')
      .orderBy('requested_at', 'desc')
      .execute();
    const requests = rows.map(({ file_expires_at: expires, ...row }) => ({
      ...row,
      file_expires_at: expires && expires > work.now ? expires : null,
    }));
    return { requests, password_needed: await isProofNeeded(work) };
  },
});

/** Asks that the caller's data is used only for what the law or the caller's own check requires. */
export const askLimit = operation({
  name: 'identity.ask-limit',
  summary: "Asks to limit the use of the caller's personal data.",
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: inputOf(limitFields),
  output: z.object({}),
  throttle: { by: 'account', limit: 5, per: DAY },
  async run(work, { message }) {
    const { accountId, firstname, lastname, emailaddress } = work.caller;
    await lockAccount(work, accountId);
    const requestId = await openRequest(work, {
      kind: 'limit',
      accountId,
      name: `${firstname} ${lastname}`,
      emailaddress,
      message,
    });
    await work.enqueue(sendPrivacyNotice, { requestId, occasion: 'received' });
    return {};
  },
});

/**
 * The same for anybody who gives an address for the answer. Limited to five an hour from one network, because each
 * sends a mail. What is asked again in the same words while it is open is neither taken nor mailed a second time, and
 * the answer is the same.
 */
export const askLimitByAddress = operation({
  name: 'identity.ask-limit-by-address',
  summary: 'Asks to limit the use of the personal data of a person who is not signed in.',
  access: anyone,
  kind: 'write',
  input: inputOf(limitByAddressFields),
  output: z.object({}),
  throttle: { by: 'address', limit: 5, per: HOUR },
  async run(work, { name, emailaddress, message }) {
    if (await isAskedAlready(work, { name, emailaddress, message })) return {};
    const requestId = await openRequest(work, {
      kind: 'limit',
      accountId: null,
      name,
      emailaddress,
      message,
    });
    if (await mayMail(work, 'privacy-request', emailaddress))
      await work.enqueue(sendPrivacyNotice, { requestId, occasion: 'received' });
    return {};
  },
});

const proof = inputOf(proofFields);

/** Asks for a copy of everything that is stored about the caller. A job makes it. */
export const askExport = operation({
  name: 'identity.ask-export',
  summary: "Asks for a copy of the caller's personal data.",
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: proof,
  output: z.object({}),
  throttle: { by: 'account', limit: 10, per: DAY },
  async run(work, { currentpassword }) {
    await requireProof(work, currentpassword);
    const { accountId, firstname, lastname, emailaddress } = work.caller;
    await work.apart(async (inside) => {
      await lockAccount(inside, accountId);
      const requestId = await openRequest(inside, {
        kind: 'export',
        accountId,
        name: `${firstname} ${lastname}`,
        emailaddress,
      });
      await inside.enqueue(buildExport, { requestId });
    });
    return {};
  },
});

/**
 * Asks to delete the account. Until that happens, the person can cancel the request.
 * @throws Refusal identity.deletion-owner while the person owns a company, identity.deletion-staff
 */
export const askDeletion = operation({
  name: 'identity.ask-deletion',
  summary: "Asks to delete the caller's account after 30 days.",
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: proof,
  output: z.object({ erase_at: z.date() }),
  throttle: { by: 'account', limit: 10, per: DAY },
  async run(work, { currentpassword }) {
    await requireProof(work, currentpassword);
    const { accountId, firstname, lastname, emailaddress, role, teamRole } = work.caller;
    if (role === 'ADMIN') throw new Refusal('identity.deletion-staff');
    if (teamRole === 'owner') throw new Refusal('identity.deletion-owner');
    return work.apart(async (inside) => {
      await lockAccount(inside, accountId);
      const requestId = await openRequest(inside, {
        kind: 'deletion',
        accountId,
        name: `${firstname} ${lastname}`,
        emailaddress,
      });
      const opened = await findOpen(inside, accountId, 'deletion');
      if (!opened?.erase_at) throw new Error('The deletion has no date');
      await setEraseAt(inside, accountId, opened.erase_at);
      await inside.enqueue(sendPrivacyNotice, { requestId, occasion: 'asked' });
      return { erase_at: opened.erase_at };
    });
  },
});

/** Cancels the deletion. Changes nothing if there is none. */
export const recallDeletion = operation({
  name: 'identity.recall-deletion',
  summary: "Cancels the deletion of the caller's account.",
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({}),
  output: z.object({}),
  async run(work) {
    const { accountId } = work.caller;
    await lockAccount(work, accountId);
    const request = await findOpen(work, accountId, 'deletion');
    if (!request) return {};
    await closeRequest(work, request.id, 'recalled');
    await setEraseAt(work, accountId, null);
    await work.audit({
      action: identityAudit.deletionRecalled,
      about: accountId,
      object: { type: 'privacy_request', id: request.id },
    });
    await work.enqueue(sendPrivacyNotice, { requestId: request.id, occasion: 'recalled' });
    return {};
  },
});

async function setEraseAt(
  work: Pick<Parameters<typeof recallDeletion.run>[0], 'db' | 'afterCommit' | 'visit'>,
  accountId: string,
  eraseAt: Date | null,
): Promise<void> {
  await work.db.updateTable('account').set({ erase_at: eraseAt }).where('id', '=', accountId).execute();
  work.afterCommit(() => work.visit.forgetCaller());
}

/**
 * The copy behind the mailed link: only for the person, while signed in.
 * @throws Refusal not-found once it has expired
 */
export const downloadExport = operation({
  name: 'identity.download-export',
  summary: "The copy of the caller's personal data, as a zip file.",
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({ id: z.uuid() }),
  output: z.object({ filename: z.string(), zip: temporaryFile }),
  throttle: { by: 'account', limit: 30, per: HOUR },
  async run(work, { id }) {
    const { accountId } = work.caller;
    const found = await work.db
      .selectFrom('privacy_request')
      .select(['file_key', 'requested_at'])
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('file_expires_at', '>', work.now)
      .executeTakeFirst();
    if (!found?.file_key) throw new Refusal('not-found', { detail: `export ${id}` });
    await work.audit({
      action: identityAudit.exportDownloaded,
      about: accountId,
      object: { type: 'privacy_request', id },
    });
    try {
      const zip = await openSealedFile(work.portal, found.file_key);
      return { filename: `my-data-${found.requested_at.toISOString().slice(0, 10)}.zip`, zip };
    } catch (error) {
      if (error instanceof StoredFileMissing) throw new Refusal('not-found', { detail: 'the file is gone' });
      throw error;
    }
  },
});
