import { formatDuration, type KeptData, sweepsNamed } from '#modules/platform/index.ts';
import { enterpriseTimings, KEY_REQUEST_KEPT, webhookTimes } from './limits.ts';
import { enterpriseSweeps, SUPPORT_REQUEST_KEPT, TEAM_INVITATION_KEPT } from './sweep.ts';
import { VITALS_KEPT } from './vitals.ts';

const sweeps = (...names: string[]) => sweepsNamed(enterpriseSweeps, ...names);

/** What enterprise keeps (D140). */
export const enterpriseRetention: readonly KeptData[] = [
  {
    name: 'enterprise.companies',
    what: 'Companies: contacts, brand, features, team, API keys, webhook endpoints and their secrets',
    why: 'The company uses the portal with it',
    howLong: 'As long as the portal runs; a former secret of a webhook until it no longer signs',
    basis: 'Contract with the company',
    end: 'A person who is erased leaves the team.',
    tables: [
      'company',
      'team_member',
      'api_key',
      'webhook_endpoint',
      'company_package',
      'portal_brand',
      'release_note',
    ],
    sweeps: sweeps('enterprise.former-webhook-secrets'),
  },
  {
    name: 'enterprise.team-invitations',
    what: 'Invitations into a team',
    why: 'To show who was invited by whom',
    howLong: `${formatDuration(TEAM_INVITATION_KEPT)} after they were accepted, withdrawn or expired`,
    basis: 'House rule',
    end: 'Deleted.',
    tables: ['team_invitation'],
    sweeps: sweeps('enterprise.team-invitations'),
  },
  {
    name: 'enterprise.support-requests',
    what: 'Messages to support whose email could not be sent, sealed',
    why: 'To send them again',
    howLong: `${formatDuration(SUPPORT_REQUEST_KEPT)}; at once when the email is sent`,
    basis: 'House rule',
    end: 'Deleted.',
    tables: ['support_request'],
    sweeps: sweeps('enterprise.support-requests'),
  },
  {
    name: 'enterprise.webhook-deliveries',
    what: 'Webhook deliveries, with what the receiver answered',
    why: 'So that the company can look and send again',
    howLong: `${formatDuration(webhookTimes.kept)} after they were made`,
    basis: 'D136',
    end: 'Deleted.',
    tables: ['webhook_delivery'],
    sweeps: sweeps('enterprise.old-webhook-deliveries'),
  },
  {
    name: 'enterprise.key-requests',
    what: 'Requests of the company API with an Idempotency-Key, and their answers, sealed',
    why: 'So that a repeated request is not carried out twice',
    howLong: formatDuration(KEY_REQUEST_KEPT),
    basis: 'D135',
    end: 'Deleted.',
    tables: ['key_request'],
    sweeps: sweeps('enterprise.key-requests'),
  },
  {
    name: 'enterprise.released-hosts',
    what: 'Web addresses that a company gave up',
    why: 'So that no other company takes it while people still use it',
    howLong: `${formatDuration(enterpriseTimings['host.reserved'])}, and listed as long again`,
    basis: 'D114',
    end: 'Deleted.',
    tables: ['released_host', 'released_host_reader'],
    sweeps: sweeps('enterprise.released-hosts'),
  },
  {
    name: 'enterprise.page-speed',
    what: 'How fast pages were, as counts. Nothing about people',
    why: 'To find slow pages',
    howLong: formatDuration(VITALS_KEPT),
    basis: 'F35',
    end: 'Deleted.',
    tables: ['web_vital'],
    sweeps: sweeps('enterprise.web-vitals'),
  },
  {
    name: 'enterprise.seen',
    what: 'Who has read the release notes, and who has ended the tour',
    why: 'So that nobody sees them again',
    howLong: 'As long as the account',
    basis: 'House rule',
    end: 'Deleted with the account.',
    tables: ['release_note_reader', 'tour_end'],
    sweeps: [],
  },
];
