import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Outcome } from './outcomes.ts';

/** A run as the sandbox keeps it. */
interface VerificationRunTable {
  id: string;
  applicant_id: string;
  outcome: Outcome;
  state: Generated<'awaiting_input' | 'processing' | 'approved' | 'review' | 'declined'>;
  /** `Subject` as JSON, encrypted. */
  subject: string;
  created_at: Date;
}
export type VerificationRunRow = Selectable<VerificationRunTable>;

/** What the portal is told of a run. */
interface VerificationCallbackTable {
  event_id: string;
  run_id: string;
  /** JSON as it is signed and sent. */
  body: string;
  created_at: Date;
  delivered_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

declare module '#modules/platform/index.ts' {
  interface Tables {
    'sandbox.verification_run': VerificationRunTable;
    'sandbox.verification_callback': VerificationCallbackTable;
  }
}
