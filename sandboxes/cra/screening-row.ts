import type { Outcome } from './outcomes.ts';

/** A check as the sandbox keeps it. */
export interface Screening {
  id: string;
  craid: string;
  idempotency_key: string;
  profile_number: string;
  product: string;
  outcome: Outcome;
  state: 'received' | 'inprogress' | 'review' | 'stays' | 'completed' | 'clearidaction';
  /** `Subject` as JSON, sealed. */
  subject: string;
  created_at: Date;
}
