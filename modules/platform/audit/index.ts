export { type AuditAction, auditAction } from './action.ts';
export { listAudit } from './list.ts';
export { type AuditEntry, type AuditInput, writeAudit } from './write.ts';
