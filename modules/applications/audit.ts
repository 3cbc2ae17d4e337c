import { auditAction } from '#modules/platform/index.ts';

/** What this module writes to the audit log. */
export const applicationsAudit = {
  approvalProven: auditAction(
    'applications.approval-proven',
    'Opened the approval link and confirmed their identity',
  ),
  /** One entry for each difference that an import made. */
  catalogueChanged: auditAction<{ what: string; change: string; details: string[] }>(
    'applications.catalogue-changed',
    'Catalog changed',
  ),
  linkingSwitched: auditAction<{ on: boolean }>(
    'applications.linking-switched',
    'Linking of former ShieldIDs turned on or off',
  ),
  legacyImported: auditAction<{ added: number }>('applications.legacy-imported', 'Former ShieldIDs imported'),
  shieldIdLinked: auditAction('applications.shield-id-linked', 'Linked a former ShieldID'),
  scoreExpired: auditAction('applications.score-expired', 'Score expired early'),
  consentDrafted: auditAction<{ craid: string; kind: string }>(
    'applications.consent-drafted',
    'Draft of a consent document saved',
  ),
  statusChanged: auditAction<{ from: string | null; to: string; reason: string }>(
    'applications.status-changed',
    'Application status changed',
  ),
};
