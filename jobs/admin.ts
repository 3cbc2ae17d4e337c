import {
  askProvider,
  deliverControlChanged,
  deliverLegalHold,
  deliverSampleMail,
  deliverStaffDigest,
  deliverWaits,
  dueControlsSweep,
  foldOverviewCounts,
  recountOverview,
  sendControlChanged,
  sendLegalHold,
  sendSampleMail,
  sendStaffDigest,
  sendWaits,
  settledAlertsSweep,
  spreadControlChanged,
  spreadLegalHold,
  spreadWaits,
  staffDigestsSweep,
  tellControlChanged,
  tellLegalHold,
  tellWaits,
  testProviderJob,
} from '#modules/admin/index.ts';
import { handle, runSweep, schedule } from '#modules/platform/index.ts';

export const adminJobs = [
  handle(tellWaits, (portal, payload) => spreadWaits(portal, payload)),
  handle(tellLegalHold, (portal, payload) => spreadLegalHold(portal, payload)),
  handle(sendLegalHold, (portal, payload, run) => deliverLegalHold(portal, payload, `legal-hold-${run.id}`)),
  handle(sendWaits, (portal, payload, run) => deliverWaits(portal, payload, `waits-${run.id}`)),
  handle(tellControlChanged, (portal, { id }) => spreadControlChanged(portal, id)),
  handle(sendControlChanged, (portal, payload, run) =>
    deliverControlChanged(portal, payload, `control-changed-${run.id}`),
  ),
  handle(testProviderJob, (portal, { provider }) => askProvider(portal, provider)),
  handle(sendSampleMail, (portal, payload, run) => deliverSampleMail(portal, payload, `sample-${run.id}`)),
  handle(sendStaffDigest, (portal, payload) => deliverStaffDigest(portal, payload)),
];

export const adminSchedules = [
  schedule({
    name: 'admin.staff-digests',
    // Some time zones differ from UTC by half or quarter hours.
    cron: '*/15 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, staffDigestsSweep, { signal });
    },
  }),
  schedule({
    name: 'admin.due-controls',
    cron: '*/10 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, dueControlsSweep, { signal });
    },
  }),
  schedule({
    name: 'admin.settled-alerts',
    cron: '15 4 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, settledAlertsSweep, { signal });
    },
  }),
  schedule({ name: 'admin.fold-counts', cron: '5 * * * *', run: foldOverviewCounts }),
  schedule({
    name: 'admin.recount',
    cron: '50 3 * * *',
    run: async (portal) => {
      const wrong = await recountOverview(portal);
      // Triggers maintain the counts, so a difference is an error in the code.
      if (wrong > 0)
        portal.log.warn({ wrong }, 'The nightly recount found counts of the overview that were wrong');
    },
  }),
];
