import {
  deliverCode,
  deliverPasswordChanged,
  deliverRecovery,
  deliverStaffInvitation,
  deliverTermsCopy,
  deliverWelcome,
  identitySweeps,
  sendCode,
  sendPasswordChanged,
  sendStaffInvitation,
  sendTermsCopy,
  sendWelcome,
  startRecovery,
} from '#modules/identity/index.ts';
import { handle, runSweep, schedule } from '#modules/platform/index.ts';

export const identityJobs = [
  handle(sendCode, (portal, { codeId }, run) => deliverCode(portal, codeId, run.id)),
  handle(startRecovery, (portal, { codeId }, run) => deliverRecovery(portal, codeId, run.id)),
  handle(sendWelcome, (portal, { accountId }, run) => deliverWelcome(portal, accountId, run.id)),
  handle(sendTermsCopy, (portal, { acceptanceId }, run) => deliverTermsCopy(portal, acceptanceId, run.id)),
  handle(sendStaffInvitation, (portal, { codeId }, run) => deliverStaffInvitation(portal, codeId, run.id)),
  handle(sendPasswordChanged, (portal, { accountId }, run) =>
    deliverPasswordChanged(portal, accountId, run.id),
  ),
];

export const identitySchedules = [
  schedule({
    name: 'identity.sweep',
    cron: '20 3 * * *',
    run: async (portal, { signal }) => {
      for (const sweep of identitySweeps) await runSweep(portal, sweep, { signal });
    },
  }),
];
