import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Grade } from '#modules/platform/browser.ts';
import type { Outcome } from './outcomes.ts';

/** A check in the sandbox's table. */
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
  /** Set when monitoring is first turned on. */
  monitoring_id: string | null;
  monitored: Generated<boolean>;
  /** The callback with the result is never sent. */
  loses_result: Generated<boolean>;
  /** What monitoring will find, and when. */
  later_outcome: Grade | null;
  update_at: Date | null;
  /** The dispute that was sent last, its outcome, and when the result comes. */
  dispute_id: string | null;
  dispute_outcome: 'confirmed' | 'corrected' | null;
  dispute_due_at: Date | null;
  /** The block that was sent last, whether it was made or withdrawn, and when the result comes. */
  block_id: string | null;
  block_on: boolean | null;
  block_due_at: Date | null;
  /** The outcome of the check without a block. */
  unblocked_outcome: Outcome | null;
}
export type Screening = Selectable<ScreeningTable>;

/** A callback to the portal about a check; there is one for each step. */
interface ScreeningCallbackTable {
  event_id: string;
  screening_id: string;
  position: number;
  /** The JSON that is signed and sent. */
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
