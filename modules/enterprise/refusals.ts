import {
  type ConstraintRefusals,
  type RefusalCodeOf,
  type RefusalTable,
  refusalsOf,
} from '#modules/platform/index.ts';
import { enterpriseTexts as texts } from './texts.ts';

export const enterpriseRefusals = {
  'enterprise.host-taken': { status: 409, text: texts['console.host-taken'] },
  'enterprise.host-ends': { status: 409, text: texts['console.host-ends'] },
  'enterprise.store-needs-portal': { status: 400, text: texts['console.store-needs-portal'] },
  'enterprise.portal-needs-host': { status: 400, text: texts['console.portal-needs-host'] },
  'enterprise.changed-meanwhile': { status: 409, text: texts['console.changed-meanwhile'] },
  'enterprise.logo-not-an-image': { status: 400, text: texts['console.logo-not-an-image'] },
  'enterprise.logo-too-large': { status: 413, text: texts['console.logo-too-large'] },
  'enterprise.on-another-team': { status: 409, text: texts['console.on-another-team'] },
  'enterprise.staff-in-team': { status: 409, text: texts['console.staff-in-team'] },
  'enterprise.on-this-team': { status: 409, text: texts['team.on-this-team'] },
  'enterprise.own-role': { status: 409, text: texts['team.own-role'] },
  'enterprise.owner-disabled': { status: 409, text: texts['team.owner-disabled'] },
  'enterprise.owner-stays': { status: 409, text: texts['team.owner-stays'] },
  'enterprise.coupons-admins-only': { status: 409, text: texts['team.coupons-admins-only'] },
  'enterprise.team-management-off': { status: 403, text: texts['team.management-off'] },
  'enterprise.team-changed': { status: 409, text: texts['team.changed'] },
  'enterprise.team-invite-pending': { status: 409, text: texts['team.invite-pending'] },
  'enterprise.team-invite-closed': { status: 409, text: texts['team.invite-closed'] },
  'enterprise.team-invite-used': { status: 409, text: texts['team.invite-used'] },
  'enterprise.team-invite-withdrawn': { status: 409, text: texts['team.invite-withdrawn'] },
  'enterprise.team-invite-expired': { status: 409, text: texts['team.invite-expired'] },
  'enterprise.webhook-insecure': { status: 400, text: texts['webhooks.insecure'] },
  'enterprise.webhook-not-public': { status: 400, text: texts['webhooks.not-public'] },
  'enterprise.webhook-taken': { status: 409, text: texts['webhooks.taken'] },
  'enterprise.webhooks-enough': { status: 409, text: texts['webhooks.enough'] },
  'enterprise.webhook-off': { status: 409, text: texts['webhooks.off'] },
  'enterprise.team-invite-other-address': { status: 409, text: texts['team.invite-other-address'] },
  'enterprise.api-key-address': { status: 400, text: texts['api-keys.address'] },
  'enterprise.api-keys-enough': { status: 409, text: texts['api-keys.enough'] },
  'enterprise.api-key-not-active': { status: 409, text: texts['api-keys.not-active'] },
  'enterprise.api-key-missing': { status: 401, text: texts['api-keys.missing'] },
  'enterprise.api-key-wrong': { status: 401, text: texts['api-keys.wrong'] },
  'enterprise.api-key-revoked': { status: 401, text: texts['api-keys.was-revoked'] },
  'enterprise.api-key-expired': { status: 401, text: texts['api-keys.expired'] },
  'enterprise.api-key-stopped': { status: 403, text: texts['api-keys.stopped'] },
  'enterprise.api-key-foreign-address': { status: 403, text: texts['api-keys.foreign-address'] },
  'enterprise.api-key-scope': { status: 403, text: texts['api-keys.scope'] },
  'enterprise.cursor-unknown': { status: 400, text: texts['api-keys.cursor-unknown'] },
  'enterprise.idempotency-key': { status: 400, text: texts['api-keys.idempotency-key'] },
  'enterprise.idempotency-reused': { status: 422, text: texts['api-keys.idempotency-reused'] },
  'enterprise.idempotency-in-flight': { status: 409, text: texts['api-keys.idempotency-in-flight'] },
} as const satisfies RefusalTable;

export type RefusalCode = RefusalCodeOf<typeof enterpriseRefusals>;

/** The refusals of this module: its own codes and those of platform. */
export class Refusal extends refusalsOf(enterpriseRefusals) {}

/** For a race that gets past the check and is stopped by the constraint. */
export const enterpriseConstraints = {
  company_branding_hostname_key: (options) =>
    new Refusal('enterprise.host-taken', { ...options, field: 'branding_hostname' }),
  team_member_account_id_key: (options) => new Refusal('enterprise.on-another-team', options),
  team_invitation_open_key: (options) =>
    new Refusal('enterprise.team-invite-pending', { ...options, field: 'emailaddress' }),
} satisfies ConstraintRefusals;
