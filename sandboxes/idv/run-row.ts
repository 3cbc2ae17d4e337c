import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Outcome } from './outcomes.ts';

/** A run in the sandbox's table. */
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

/** A callback to the portal about a run. */
interface VerificationCallbackTable {
  event_id: string;
  run_id: string;
  /** The JSON that is signed and sent. */
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
