import { auditAction } from '#modules/platform/index.ts';

/** What this module writes to the audit log. */
export const adminAudit = {
  userOpened: auditAction('admin.user-opened', 'Staff opened this record'),
};
