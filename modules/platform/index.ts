/** The public interface of platform. */
export { addressSweep } from './address-sweep.ts';
export * from './anonymize/index.ts';
export { platformCopies } from './anonymized.ts';
export * from './audit/index.ts';
export { platformPersonalData } from './audit/personal-data.ts';
export * from './backup/index.ts';
export * from './browser.ts';
export { addBusinessDays, isBusinessDay } from './business-days.ts';
export { addBusinessHours, HOURS_OF_BUSINESS_DAY } from './business-hours.ts';
export * from './caller.ts';
export {
  answerCall,
  CALL_BASE,
  type CallAnswer,
  calls,
} from './calls.ts';
export * from './checkdigit.ts';
export { cleanHtml } from './clean-html.ts';
export * from './clock.ts';
export {
  type Config,
  ConfigError,
  type DatabaseConfig,
  type Environment,
  readConfig,
  readDatabaseConfig,
} from './config.ts';
export type {
  AnyOperation,
  InputOf,
  KeyCall,
  Operation,
  OutputOf,
  Portal,
  Subscription,
  Work,
} from './contract.ts';
export * from './crypto/index.ts';
export type { DatabaseAddress } from './database/address.ts';
export { column, type StatementRow } from './database/column.ts';
export { connect } from './database/connect.ts';
export { dumpSchema } from './database/dump.ts';
export { gather, MOST_GATHERED } from './database/gather.ts';
export { takeTransactionLock } from './database/lock.ts';
export { planOf } from './database/migration-plan.ts';
export { readTogether } from './database/read-together.ts';
export {
  listMigrations,
  migrateDatabase,
  rollbackMigration,
} from './database/schema.ts';
export * from './database/sql.ts';
export { declaredStatements, type RowOfStatement, statement } from './database/statement.ts';
export { writeWithoutWaiting } from './database/write-without-waiting.ts';
export { describeKeys, requireKeys } from './encryption-keys.ts';
export * from './events.ts';
export { findCode } from './fields/codes.ts';
export { isSameEmailAddress, readEmailAddress, showEmailAddress } from './fields/email.ts';
export { foldName, isSpelledAlike } from './fields/foldings.ts';
export { lengths } from './fields/kinds.ts';
export { nameKey } from './fields/names.ts';
export { readPhone } from './fields/reading.ts';
export { answerOf, changesOf, inputOf, schemaOf } from './fields/schema.ts';
export { isLongEnough, readSearchTerm, type SearchTerm } from './fields/search.ts';
export { storedText } from './fields/shown.ts';
export * from './fields/text.ts';
export * from './files/index.ts';
export { fingerprintOf } from './fingerprint.ts';
export * from './grid/index.ts';
export * from './hooks.ts';
export * from './ids.ts';
export * from './jobs/index.ts';
export type { JsonObject } from './json.ts';
export { KEY_CALL_BASE, keyCalls } from './key-calls.ts';
export { type RotatedColumn, rotateKeys } from './key-rotation.ts';
export { addHold, endHold, isOnHold, rowOwners } from './legal-holds.ts';
export { openS3, openSmtp } from './live-adapters.ts';
export { createLog, type Log } from './log.ts';
export * from './mail/index.ts';
export * from './metrics/index.ts';
export { monthsFrom } from './months.ts';
export { notify } from './notifications.ts';
export * from './open-portal.ts';
export { operation, readyWith } from './operation.ts';
export * from './payments/index.ts';
export { admit, enter, type Guarded } from './perform.ts';
export * from './personal-data.ts';
export { Port } from './port.ts';
export * from './providers/index.ts';
export * from './reference/index.ts';
export * from './refusals.ts';
export { type ReminderDays, reminderDays } from './reminder-days.ts';
export { formatAge, type KeptData, platformRetention, sweepsNamed, YEAR } from './retention.ts';
export { developmentSecrets } from './secrets.ts';
export * from './settings.ts';
export * from './sms/index.ts';
export * from './staff-alerts.ts';
export * from './start-error.ts';
export * from './storage/index.ts';
export { countDue, listSweeps, purge, runSweep, type Sweep } from './sweep.ts';
export { platformSweeps } from './sweeps.ts';
export { type TextBlock, textBlocks } from './text-blocks.ts';
export { compareLines, onlyChanges } from './text-changes.ts';
export { type ThrottleAnswer, type ThrottleLimit, throttleSource } from './throttle.ts';
export { tracedRequest, traceFields } from './tracing/index.ts';
export { UPLOADS } from './unused-uploads.ts';
export { storeReferred, takeUpload } from './uploads.ts';
export { createVisit, SYSTEM_ADDRESS, type Visit } from './visit.ts';
export { instantOf, localTime } from './zoned-time.ts';
