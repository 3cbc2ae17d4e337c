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
    'Catalogue changed',
  ),
  statusChanged: auditAction<{ from: string | null; to: string; reason: string }>(
    'applications.status-changed',
    'Application moved on',
  ),
};
