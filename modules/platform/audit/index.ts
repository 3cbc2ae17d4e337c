export { type AuditAction, auditAction, auditActions, describeAudit } from './action.ts';
export {
  type AuditFilter,
  auditColumns,
  auditDetail,
  auditEntries,
  auditPage,
  listAudit,
  sealedDetails,
} from './list.ts';
export { changedValues } from './values.ts';
export { type AuditEntry, type AuditInput, writeAudit, writeAudits } from './write.ts';
