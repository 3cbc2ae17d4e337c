import {
  addressFormSweeps,
  buildExport,
  deleteFiles,
  deliverAccountChanged,
  deliverAccountStatus,
  deliverCode,
  deliverMailChoice,
  deliverNewBrowser,
  deliverPrivacyNotice,
  deliverRecovery,
  deliverSecurityNotice,
  deliverStaffInvitation,
  deliverStaffReset,
  deliverStaffSession,
  deliverWelcome,
  identitySweeps,
  makeExport,
  sendAccountChanged,
  sendAccountStatus,
  sendCode,
  sendCodeText,
  sendMailChoice,
  sendNewBrowser,
  sendPrivacyNotice,
  sendSecurityNotice,
  sendStaffInvitation,
  sendStaffReset,
  sendStaffSession,
  sendWelcome,
  startRecovery,
} from '#modules/identity/index.ts';
import { handle, runSweep, schedule } from '#modules/platform/index.ts';

export const identityJobs = [
  handle(sendAccountChanged, (portal, payload, run) => deliverAccountChanged(portal, payload, run.id)),
  handle(sendAccountStatus, (portal, payload, run) => deliverAccountStatus(portal, payload, run.id)),
  handle(sendStaffReset, (portal, payload, run) => deliverStaffReset(portal, payload, run.id)),
  handle(sendStaffSession, (portal, { staffSessionId }, run) =>
    deliverStaffSession(portal, staffSessionId, run.id),
  ),
  handle(sendCode, (portal, { codeId }, run) => deliverCode(portal, codeId, run.id)),
  handle(sendCodeText, (portal, { codeId }, run) => deliverCode(portal, codeId, run.id, run.triedSince)),
  handle(startRecovery, (portal, { codeId }, run) => deliverRecovery(portal, codeId, run.id)),
  handle(sendWelcome, (portal, { accountId }, run) => deliverWelcome(portal, accountId, run.id)),
  handle(sendStaffInvitation, (portal, { codeId }, run) => deliverStaffInvitation(portal, codeId, run.id)),
  handle(sendSecurityNotice, (portal, { changeId }, run) => deliverSecurityNotice(portal, changeId, run.id)),
  handle(sendNewBrowser, (portal, { browserId }, run) => deliverNewBrowser(portal, browserId, run.id)),
  handle(sendMailChoice, (portal, { choiceId }, run) => deliverMailChoice(portal, choiceId, run.id)),
  handle(buildExport, (portal, { requestId }) => makeExport(portal, requestId)),
  handle(sendPrivacyNotice, (portal, payload, run) => deliverPrivacyNotice(portal, payload, run.id)),
  handle(deleteFiles, async (portal, { keys }) => {
    for (const key of keys) await portal.storage.delete(key);
  }),
];

export const identitySchedules = [
  // Every hour, so that an address that staff have made free is taken soon. Most runs find nothing.
  schedule({
    name: 'identity.address-forms',
    cron: '25 * * * *',
    run: async (portal, { signal }) => {
      for (const sweep of addressFormSweeps) await runSweep(portal, sweep, { signal });
    },
  }),
  schedule({
    name: 'identity.sweep',
    cron: '20 3 * * *',
    run: async (portal, { signal }) => {
      for (const sweep of identitySweeps) await runSweep(portal, sweep, { signal });
    },
  }),
];
