import { auditAction } from '#modules/platform/index.ts';

/** What this module writes to the audit log. */
export const applicationsAudit = {
  approvalProven: auditAction(
    'applications.approval-proven',
    'Opened the approval link and proved who they are',
  ),
  statusChanged: auditAction<{ from: string | null; to: string; reason: string }>(
    'applications.status-changed',
    'Application moved on',
  ),
};
