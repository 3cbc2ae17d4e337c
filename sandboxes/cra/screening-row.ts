import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Grade } from '#modules/platform/browser.ts';
import type { Outcome } from './outcomes.ts';

/** A check as the sandbox keeps it. */
interface ScreeningTable {
  id: string;
  craid: string;
  idempotency_key: string;
  profile_number: string;
  product: string;
  outcome: Outcome;
  state: Generated<
    'received' | 'inprogress' | 'review' | 'stays' | 'completed' | 'clearidaction' | 'withdrawn'
  >;
  /** `Subject` as JSON, encrypted. */
  subject: string;
  created_at: Date;
  /** Given when monitoring is first turned on. */
  monitoring_id: string | null;
  monitored: Generated<boolean>;
  /** What monitoring finds, and when. */
  later_outcome: Grade | null;
  update_at: Date | null;
  /** The dispute that was told last, what it will lead to, and when. */
  dispute_id: string | null;
  dispute_outcome: 'confirmed' | 'corrected' | null;
  dispute_due_at: Date | null;
  /** The block that was told last, whether it is made or taken back, and when the result comes. */
  block_id: string | null;
  block_on: boolean | null;
  block_due_at: Date | null;
  /** What the check gives without a block. */
  unblocked_outcome: Outcome | null;
}
export type Screening = Selectable<ScreeningTable>;

/** What the portal is told of a check, one callback for each step. */
interface ScreeningCallbackTable {
  event_id: string;
  screening_id: string;
  position: number;
  /** JSON as it is signed and sent. */
  body: string;
  created_at: Date;
  delivered_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

declare module '#modules/platform/index.ts' {
  interface Tables {
    'sandbox.screening': ScreeningTable;
    'sandbox.screening_callback': ScreeningCallbackTable;
  }
}
