import { auditAction } from '#modules/platform/index.ts';
import type { CompanyFeature } from './fields.ts';

/** What this module writes to the audit log. */
export const enterpriseAudit = {
  apiKeyMade: auditAction<{ company_name: string; name: string; key: string; scopes: string[] }>(
    'enterprise.api-key-made',
    'API key made',
  ),
  apiKeyRevoked: auditAction<{ company_name: string; name: string; key: string }>(
    'enterprise.api-key-revoked',
    'API key revoked',
  ),
  companyCreated: auditAction('enterprise.company-created', 'Company created'),
  companyRenamed: auditAction<{ name: 'company_name' | 'legal_business_name'; from: string; to: string }>(
    'enterprise.company-renamed',
    'Company name changed',
  ),
  portalBrandSaved: auditAction<{ company_name: string; changed: string[]; values: Record<string, string> }>(
    'enterprise.portal-brand-saved',
    'Portal branding saved',
  ),
  brandSaved: auditAction<{ company_name: string; changed: string[]; values: Record<string, string> }>(
    'enterprise.brand-saved',
    'Company branding saved',
  ),
  hostReleased: auditAction<{
    company_name: string;
    host: string;
    people: number;
    sessions: number;
    browsers: number;
    passkeys: number;
  }>('enterprise.host-released', 'Company host given up, with what was bound to it'),
  /** Only the values that are about no person. */
  settingsSaved: auditAction<{ company_name: string; changed: string[]; values: Record<string, string> }>(
    'enterprise.settings-saved',
    'Company settings saved',
  ),
  companySwitched: auditAction<{ company_name: string; enabled: boolean }>(
    'enterprise.company-switched',
    'Company turned on or off',
  ),
  featureSwitched: auditAction<{ company_name: string; feature: CompanyFeature; enabled: boolean }>(
    'enterprise.feature-switched',
    'Company feature turned on or off',
  ),
  packagesChosen: auditAction<{ company_name: string; packages: string[] }>(
    'enterprise.packages-chosen',
    'Company packages chosen',
  ),
  logoChanged: auditAction<{ name: string; removed: boolean }>('enterprise.logo-changed', 'Logo changed'),
  releaseNotePublished: auditAction<{ title: string }>(
    'enterprise.release-note-published',
    'Release note published',
  ),
  releaseNoteRemoved: auditAction<{ title: string }>(
    'enterprise.release-note-removed',
    'Release note removed',
  ),
  dashboardMoved: auditAction<{ dashboard: 'enterprise' | 'admin'; from: string | null; to: string | null }>(
    'enterprise.dashboard-moved',
    'Dashboard address changed',
  ),
  tourTextsSaved: auditAction('enterprise.tour-texts-saved', 'Guided tour texts saved'),
  supportAsked: auditAction('enterprise.support-asked', 'Contacted support'),
  memberAdded: auditAction<{ role: string }>('enterprise.member-added', 'Joined a team'),
  memberRoleChanged: auditAction<{ company_name: string; from: string; to: string }>(
    'enterprise.member-role-changed',
    'Role in a team changed',
  ),
  memberCouponsSwitched: auditAction<{ company_name: string; issue_coupons: boolean }>(
    'enterprise.member-coupons-switched',
    'Right to issue coupons changed',
  ),
  memberRemoved: auditAction<{ company_name: string }>('enterprise.member-removed', 'Removed from a team'),
  memberLeft: auditAction<{ company_name: string }>('enterprise.member-left', 'Left a team'),
  ownerSwitched: auditAction<{ company_name: string; from: string; to: string; reason?: string }>(
    'enterprise.owner-switched',
    'Ownership of a company transferred',
  ),
  webhookAdded: auditAction<{ host: string; events: string[] }>(
    'enterprise.webhook-added',
    'Webhook endpoint added',
  ),
  webhookChanged: auditAction<{ host: string; events: string[] }>(
    'enterprise.webhook-changed',
    'Events of a webhook endpoint changed',
  ),
  webhookSecretRotated: auditAction<{ host: string }>(
    'enterprise.webhook-secret-rotated',
    'Secret of a webhook endpoint rotated',
  ),
  webhookRemoved: auditAction<{ host: string }>('enterprise.webhook-removed', 'Webhook endpoint removed'),
  webhookOff: auditAction<{ host: string; because: 'failures' | 'gone' }>(
    'enterprise.webhook-off',
    'Webhook endpoint turned off after failures',
  ),
  webhookOn: auditAction<{ host: string }>('enterprise.webhook-on', 'Webhook endpoint turned on again'),
  webhookTested: auditAction<{ host: string }>('enterprise.webhook-tested', 'Webhook endpoint tested'),
  webhooksReplayed: auditAction<{ host: string; deliveries: number }>(
    'enterprise.webhooks-replayed',
    'Webhook deliveries sent again',
  ),
  teamInviteSent: auditAction<{ company_name: string; role: string }>(
    'enterprise.team-invite-sent',
    'Invited to a team',
  ),
  teamInviteResent: auditAction<{ company_name: string; role: string }>(
    'enterprise.team-invite-resent',
    'Team invitation resent',
  ),
  teamInviteWithdrawn: auditAction<{ company_name: string; role: string }>(
    'enterprise.team-invite-withdrawn',
    'Team invitation withdrawn',
  ),
};
