import {
  alertMailSweeps,
  allConnections,
  bulkFiles,
  bulkResumes,
  centerCodeSweep,
  countAlerts,
  countForTeam,
  deliverAccessRequest,
  deliverAdverseNotice,
  deliverAlertMail,
  deliverBounces,
  deliverBulkDone,
  deliverConnectionNews,
  deliverInvitation,
  deliverOwnInvitationAsked,
  deliverSharedScore,
  deliverSmsCode,
  deliverSmsQuestion,
  dueAdverseActions,
  dueConnections,
  dueExceptions,
  dueReminders,
  dueSummaries,
  gatherAlerts,
  gatherBounces,
  gatherBouncesOf,
  gatherForMember,
  judgeLater,
  judgeNetwork,
  leftSweep,
  networkAddressSweeps,
  oldAdverseActions,
  oldRowsSweeps,
  sendAccessRequest,
  sendAdverseNotice,
  sendAlertMail,
  sendBounces,
  sendBulk,
  sendBulkDone,
  sendConnectionNews,
  sendInvitation,
  sendInvitationInBulk,
  sendNextRows,
  sendOwnInvitationAsked,
  sendSharedScore,
  sendSmsCode,
  sendSmsQuestion,
  shareNetwork,
  shareNext,
} from '#modules/network/index.ts';
import { handle, runSweep, schedule } from '#modules/platform/index.ts';

export const networkJobs = [
  handle(sendAccessRequest, (portal, payload, run) =>
    deliverAccessRequest(portal, payload, `access-request-${run.id}`),
  ),
  handle(sendAdverseNotice, (portal, payload, run) => deliverAdverseNotice(portal, payload, run.id)),
  handle(sendConnectionNews, (portal, payload, run) =>
    deliverConnectionNews(portal, payload, `connection-news-${run.id}`),
  ),
  handle(countAlerts, countForTeam),
  handle(gatherAlerts, gatherForMember),
  handle(gatherBounces, gatherBouncesOf),
  handle(sendBounces, (portal, payload, run) => deliverBounces(portal, payload, `bounces-${run.id}`)),
  handle(judgeNetwork, judgeLater),
  handle(sendAlertMail, deliverAlertMail),
  handle(sendOwnInvitationAsked, (portal, payload, run) =>
    deliverOwnInvitationAsked(portal, payload, `own-invitation-asked-${run.id}`),
  ),
  handle(sendSharedScore, (portal, payload, run) =>
    deliverSharedScore(portal, payload, `shared-score-${run.id}`),
  ),
  handle(sendSmsCode, (portal, payload, run) => deliverSmsCode(portal, payload, run.triedSince)),
  handle(sendSmsQuestion, (portal, payload, run) => deliverSmsQuestion(portal, payload, run.triedSince)),
  handle(shareNetwork, (portal, payload) =>
    portal.work(shareNetwork.name, (work) => shareNext(work, payload)),
  ),
  handle(sendInvitation, (portal, payload, run) => deliverInvitation(portal, payload, run.id)),
  handle(sendInvitationInBulk, (portal, payload, run) => deliverInvitation(portal, payload, run.id)),
  handle(sendBulk, (portal, payload, run) => sendNextRows(portal, payload, run)),
  handle(sendBulkDone, (portal, payload, run) => deliverBulkDone(portal, payload, run.id)),
];

export const networkSchedules = [
  schedule({
    name: 'network.bulk-resumes',
    cron: '*/5 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, bulkResumes, { signal });
    },
  }),
  schedule({
    name: 'network.bulk-files',
    cron: '50 4 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, bulkFiles, { signal });
    },
  }),
  schedule({
    name: 'network.address-forms',
    cron: '45 4 * * *',
    run: async (portal, { signal }) => {
      for (const sweep of networkAddressSweeps) await runSweep(portal, sweep, { signal });
    },
  }),
  // Scores expire and enter their renewal window only at 11:00 UTC, so most runs find nothing.
  schedule({
    name: 'network.sweep-due',
    cron: '* * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, dueConnections, { signal });
    },
  }),
  // Exceptions end at midnight in the time zone of their company.
  schedule({
    name: 'network.due-exceptions',
    cron: '*/5 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, dueExceptions, { signal });
    },
  }),
  schedule({
    name: 'network.due-adverse-actions',
    cron: '20 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, dueAdverseActions, { signal });
    },
  }),
  schedule({
    name: 'network.old-adverse-actions',
    cron: '55 4 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, oldAdverseActions, { signal });
    },
  }),
  schedule({
    name: 'network.alert-summaries',
    // Some time zones differ from UTC by half or quarter hours.
    cron: '*/15 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, dueSummaries, { signal });
    },
  }),
  schedule({
    name: 'network.old-alert-mails',
    cron: '50 4 * * *',
    run: async (portal, { signal }) => {
      for (const sweep of [...alertMailSweeps, ...oldRowsSweeps]) await runSweep(portal, sweep, { signal });
    },
  }),
  schedule({
    name: 'network.reminders',
    cron: '10 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, dueReminders, { signal });
    },
  }),
  schedule({
    name: 'network.expired-codes',
    cron: '20 4 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, centerCodeSweep, { signal });
    },
  }),
  schedule({
    name: 'network.left-by-deletion',
    cron: '30 4 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, leftSweep, { signal });
    },
  }),
  schedule({
    name: 'network.sweep',
    cron: '40 3 * * *',
    run: async (portal, { signal }) => {
      const { changed } = await runSweep(portal, allConnections, { signal });
      // Events and the sweep at 11:00 UTC keep these rows current, so a difference is an error in the code.
      if (changed > 0)
        portal.log.warn({ changed }, 'The nightly sweep found connections that were not up to date');
    },
  }),
];
