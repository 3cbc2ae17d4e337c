import { addressSweep, DAY, purge, type Sweep, sql } from '#modules/platform/index.ts';
import { releasedHostsSweep } from './brand/released-hosts.ts';
import { keyRequestSweep } from './key-calls/once.ts';
import { vitalsSweep } from './vitals.ts';
import { webhookSweeps } from './webhooks/sweeps.ts';

/** How long a message to support is kept if its mail failed for good; a message that was mailed is deleted at once. */
export const SUPPORT_REQUEST_KEPT = 30 * DAY;

/** How long an invitation into a team is kept after it was accepted or withdrawn, or has expired. */
export const TEAM_INVITATION_KEPT = 90 * DAY;

/** Deletes what has ended. */
export const enterpriseSweeps: readonly Sweep[] = [
  vitalsSweep,
  releasedHostsSweep,
  keyRequestSweep,
  ...webhookSweeps,
  addressSweep({
    name: 'enterprise.invited-addresses',
    table: 'team_invitation',
    key: 'id',
    address: 'to_email',
    taken: (wanted) => sql`o.company_id = t.company_id and o.to_email = ${wanted}::citext and o.id <> t.id
      and o.accepted_at is null and o.withdrawn_at is null`,
  }),
  purge({
    name: 'enterprise.support-requests',
    table: 'support_request',
    key: 'id',
    people: sql`t.account_id`,
    ended: (now) => sql`requested_at <= ${new Date(now.getTime() - SUPPORT_REQUEST_KEPT)}`,
  }),
  purge({
    name: 'enterprise.team-invitations',
    table: 'team_invitation',
    key: 'id',
    companies: sql`t.company_id`,
    ended: (now) =>
      sql`coalesce(accepted_at, withdrawn_at, expires_at) <= ${new Date(now.getTime() - TEAM_INVITATION_KEPT)}`,
  }),
];
