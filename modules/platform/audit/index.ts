export { listAudit } from './list.ts';
export { type AuditEntry, type AuditInput, writeAudit } from './write.ts';
