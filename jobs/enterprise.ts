import {
  deliverApiKeyNews,
  deliverHostChanged,
  deliverReleasedHost,
  deliverSupportRequest,
  deliverTeamInvitation,
  deliverTeamNews,
  deliverTermsCopy,
  enterpriseSweeps,
  sendApiKeyNews,
  sendHostChanged,
  sendReleasedHost,
  sendSupportRequest,
  sendTeamInvitation,
  sendTeamNews,
  sendTermsCopy,
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
];

export const enterpriseSchedules = [
  schedule({
    name: 'enterprise.sweep',
    cron: '40 3 * * *',
    run: async (portal, { signal }) => {
      for (const sweep of enterpriseSweeps) await runSweep(portal, sweep, { signal });
    },
  }),
];
