import { auditAction } from '#modules/platform/index.ts';

/** What this module writes to the audit log. */
export const enterpriseAudit = {
  companyCreated: auditAction('enterprise.company-created', 'Company made'),
  portalBrandSaved: auditAction<{ company_name: string }>(
    'enterprise.portal-brand-saved',
    "Portal's brand saved",
  ),
  supportAsked: auditAction('enterprise.support-asked', 'Wrote to support'),
  memberAdded: auditAction<{ role: string }>('enterprise.member-added', 'Joined a team'),
};
