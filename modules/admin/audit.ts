import { auditAction, type JsonObject, type StaffAlertType } from '#modules/platform/index.ts';
import type { AlertState, GoalType, NoteType } from './statuses.ts';

/** What this module writes to the audit log. */
export const adminAudit = {
  noteWritten: auditAction<{ note_type: NoteType }>('admin.note-written', 'Staff wrote a note'),
  identityCorrected: auditAction<{ changed: string[]; reason: string }>(
    'admin.identity-corrected',
    'Staff corrected the name or date of birth',
  ),
  alertAssigned: auditAction<{ alert_type: StaffAlertType; from: string | null; to: string | null }>(
    'admin.alert-assigned',
    'Staff assigned an alert of the pipeline',
  ),
  alertSettled: auditAction<{ alert_type: StaffAlertType; state: Exclude<AlertState, 'open'>; note: string }>(
    'admin.alert-settled',
    'Staff dismissed or closed an alert of the pipeline',
  ),
  /** Each field that changed, as 'before → after'. */
  userSaved: auditAction<Record<string, string>>('admin.user-saved', 'Staff changed the profile'),
  refundSettingsSaved: auditAction<{ before_cents: number; after_cents: number }>(
    'admin.refund-settings-saved',
    'Changed the amount above which a refund needs a second admin',
  ),
  reviewGoalsSaved: auditAction<{ values: Partial<Record<GoalType, string>> }>(
    'admin.review-goals-saved',
    'Changed the goals of the pipeline',
  ),
  digestSwitched: auditAction<{ wanted: boolean }>(
    'admin.digest-switched',
    'Turned their morning email on or off',
  ),
  controlChangeAsked: auditAction<{ control: string; value: string; reason: string }>(
    'admin.control-change-asked',
    'Asked for a change of a control of money or access',
  ),
  controlChangeDecided: auditAction<{ control: string; value: string; state: string; note: string }>(
    'admin.control-change-decided',
    'Decided on a change of a control of money or access',
  ),
  checksSearched: auditAction<{ status: string | null; found: number }>(
    'admin.checks-searched',
    'Staff searched background checks',
  ),
  /** The two accounts. */
  transferReviewed: auditAction<{ from: string; to: string }>(
    'admin.transfer-reviewed',
    'Staff reviewed a move of background checks between two accounts',
  ),
  legalHoldSet: auditAction<{ hold: string }>('admin.legal-hold-set', 'Set a legal hold'),
  legalHoldLifted: auditAction<{ hold: string }>('admin.legal-hold-lifted', 'Lifted a legal hold'),
  timelineExported: auditAction<{ kind: string }>('admin.timeline-exported', 'Staff exported the timeline'),
  /** How many rows went, by kind of data. */
  retentionRun: auditAction<Record<string, number>>('admin.retention-run', 'Ran the deletions by age'),
  /** The moment of the backup, and its rows. */
  restored: auditAction<{ taken_at: string; rows: number }>(
    'admin.backup-restored',
    'Restored the portal from a backup',
  ),
  jobsRetried: auditAction<{ names: string[]; count: number }>(
    'admin.jobs-retried',
    'Gave failed jobs their tries again',
  ),
  /** `host`: whose brand it had; null for the portal's own. */
  sampleMailSent: auditAction<{ mail: string; host: string | null }>(
    'admin.sample-mail-sent',
    'Sent themselves a sample of an email',
  ),
  providerTested: auditAction<{ provider: string }>('admin.provider-tested', 'Tested an outside service'),
  queueDrained: auditAction<{ count: number }>(
    'admin.queue-drained',
    'Had jobs tried again that waited for their next try',
  ),
  /** The payload holds ids only. */
  jobCancelled: auditAction<{ name: string; state: string; payload: string; reason: string }>(
    'admin.job-cancelled',
    'Took a job out of the queue',
  ),
  auditRead: auditAction('admin.audit-read', 'Staff read the audit log', { reads: true }),
  /** The search words are left out, because they may be personal data and audit entries cannot be erased. */
  auditExported: auditAction<JsonObject>('admin.audit-exported', 'Staff exported the audit log'),
  mailRead: auditAction('admin.mail-read', 'Staff read an email to this person', { reads: true }),
  userOpened: auditAction('admin.user-opened', 'Staff opened this record', { reads: true }),
};
