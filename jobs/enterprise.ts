import {
  deliverApiKeyNews,
  deliverHostChanged,
  deliverReleasedHost,
  deliverSupportRequest,
  deliverTeamInvitation,
  deliverTeamNews,
  deliverTermsCopy,
  deliverWebhookDisabled,
  dueWebhooks,
  enterpriseSweeps,
  sendApiKeyNews,
  sendDueWebhooks,
  sendHostChanged,
  sendReleasedHost,
  sendSupportRequest,
  sendTeamInvitation,
  sendTeamNews,
  sendTermsCopy,
  sendWebhookDisabled,
  sendWebhooks,
  tellPeopleOfHost,
  tellReleasedHost,
} from '#modules/enterprise/index.ts';
import { handle, runSweep, schedule } from '#modules/platform/index.ts';

export const enterpriseJobs = [
  handle(sendSupportRequest, (portal, { requestId }, run) =>
    deliverSupportRequest(portal, requestId, run.id),
  ),
  handle(sendTeamInvitation, (portal, { invitationId }, run) =>
    deliverTeamInvitation(portal, invitationId, `team-invitation-${run.id}`),
  ),
  handle(sendTeamNews, (portal, payload, run) => deliverTeamNews(portal, payload, `team-changed-${run.id}`)),
  handle(sendApiKeyNews, (portal, about, run) => deliverApiKeyNews(portal, about, `api-key-${run.id}`)),
  handle(tellReleasedHost, (portal, payload) => tellPeopleOfHost(portal, payload)),
  handle(sendReleasedHost, (portal, payload, run) =>
    deliverReleasedHost(portal, payload, `released-host-${run.id}`),
  ),
  handle(sendHostChanged, (portal, payload, run) =>
    deliverHostChanged(portal, payload, `host-changed-${run.id}`),
  ),
  handle(sendTermsCopy, (portal, { acceptanceId }, run) => deliverTermsCopy(portal, acceptanceId, run.id)),
  handle(sendWebhooks, sendDueWebhooks),
  handle(sendWebhookDisabled, (portal, payload, run) =>
    deliverWebhookDisabled(portal, payload, `webhook-disabled-${run.id}`),
  ),
];

export const enterpriseSchedules = [
  schedule({
    name: 'enterprise.due-webhooks',
    cron: '* * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, dueWebhooks, { signal });
    },
  }),
  schedule({
    name: 'enterprise.sweep',
    cron: '40 3 * * *',
    run: async (portal, { signal }) => {
      for (const sweep of enterpriseSweeps) await runSweep(portal, sweep, { signal });
    },
  }),
];
