/** The statuses of an ID verification, and how pages and calls name them (doc2 §4.6, doc3 §4). Pure functions. */

export const verificationStatuses = [
  'awaiting_input',
  'processing',
  'approved',
  'review',
  'rejected',
  'clearidaction',
  'abandoned',
] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** Not decided yet. A person has at most one verification in these statuses. */
export const openVerifications: readonly VerificationStatus[] = ['awaiting_input', 'processing', 'review'];

const next: Record<VerificationStatus, readonly VerificationStatus[]> = {
  awaiting_input: ['processing', 'approved', 'review', 'rejected', 'clearidaction', 'abandoned'],
  processing: ['awaiting_input', 'approved', 'review', 'rejected', 'clearidaction', 'abandoned'],
  review: ['approved', 'rejected'],
  approved: [],
  rejected: [],
  clearidaction: [],
  abandoned: [],
};

export function mayBecome(from: VerificationStatus, to: VerificationStatus): boolean {
  return next[from].includes(to);
}

/** The names that staff read (doc3 §4). */
export function staffStatus(status: VerificationStatus): string {
  return status === 'awaiting_input' || status === 'processing' ? 'PENDING' : status.toUpperCase();
}

/** How far a person is with the verification that an application asks for (doc2 §2.10, D43). */
export const verificationStates = [
  'need_verification',
  'start_verification',
  'processing',
  'existing_verification',
  'approved',
  'review',
  'rejected',
  'clearidaction',
] as const;
export type VerificationState = (typeof verificationStates)[number];

export interface VerificationRow {
  application_id: string;
  status: VerificationStatus;
  started_at: Date;
}

/**
 * @param newest the person's newest verification
 * @param current the approved one that has not expired
 * @param returnedAt when the agency asked for the ID images again; null unless the application waits for them
 */
export function stateOf(
  applicationId: string,
  newest: VerificationRow | null,
  current: VerificationRow | null,
  returnedAt: Date | null,
): VerificationState {
  if (newest?.status === 'review') return 'review';
  if (newest?.status === 'processing') return 'processing';
  if (newest?.status === 'awaiting_input') return 'start_verification';
  if (returnedAt) {
    const retried = newest !== null && newest.started_at >= returnedAt;
    return retried && newest.status === 'rejected' ? 'rejected' : 'clearidaction';
  }
  if (current) return current.application_id === applicationId ? 'approved' : 'existing_verification';
  if (newest?.status === 'rejected' || newest?.status === 'clearidaction') return newest.status;
  return 'need_verification';
}
