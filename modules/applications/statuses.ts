/**
 * The application's status codes, the allowed changes, and how the modules that build on this one read them (D41). Pure
 * functions.
 */

export const applicationStatuses = [
  'paid',
  'waituser',
  'waitmanual',
  'submitted',
  'inprogress',
  'clearidaction',
  'newrequiresapproval',
  'monitorrequiresapproval',
  'correctionrequest',
  'done',
  'cancelled',
  'refunded',
] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** What a status means for the start of a purchase (D30); null if it does not matter. */
export type PurchaseProgress = 'paid' | 'inprogress' | null;

/** What a status means for a connection (D50); null if the score decides. */
export type ConnectionProgress = 'APPSTARTED' | 'CHECKINPROGRESS' | 'SCOREPENDING' | null;

interface StatusRow {
  next: readonly ApplicationStatus[];
  /** What the person reads (doc2 §3, composite_status). */
  label: string;
  purchase: PurchaseProgress;
  connection: ConnectionProgress;
}

const table: Record<ApplicationStatus, StatusRow> = {
  paid: { next: ['waituser', 'refunded'], label: 'Paid', purchase: 'paid', connection: 'APPSTARTED' },
  waituser: {
    next: ['submitted', 'waitmanual', 'cancelled'],
    label: 'Action needed',
    purchase: 'inprogress',
    connection: 'APPSTARTED',
  },
  waitmanual: {
    next: ['submitted', 'waituser', 'cancelled'],
    label: 'Waiting Manual',
    purchase: 'inprogress',
    connection: 'APPSTARTED',
  },
  submitted: {
    next: ['inprogress', 'waituser', 'clearidaction', 'refunded'],
    label: 'Submitted',
    purchase: 'inprogress',
    connection: 'CHECKINPROGRESS',
  },
  inprogress: {
    next: ['newrequiresapproval', 'clearidaction', 'refunded'],
    label: 'In Progress',
    purchase: 'inprogress',
    connection: 'CHECKINPROGRESS',
  },
  clearidaction: {
    next: ['submitted', 'refunded'],
    label: 'ID Verification Error',
    purchase: 'inprogress',
    connection: 'CHECKINPROGRESS',
  },
  newrequiresapproval: {
    next: ['done', 'correctionrequest', 'cancelled', 'refunded'],
    label: 'Review and Approve',
    purchase: 'inprogress',
    connection: 'SCOREPENDING',
  },
  monitorrequiresapproval: {
    next: ['done', 'correctionrequest'],
    label: 'Review and Approve',
    purchase: null,
    connection: 'SCOREPENDING',
  },
  correctionrequest: {
    next: ['newrequiresapproval', 'monitorrequiresapproval'],
    label: 'Correction Requested',
    purchase: 'inprogress',
    connection: 'SCOREPENDING',
  },
  done: { next: ['monitorrequiresapproval'], label: 'Complete', purchase: null, connection: null },
  cancelled: { next: [], label: 'Canceled', purchase: null, connection: null },
  refunded: { next: [], label: 'Refunded', purchase: null, connection: null },
};

export function mayMove(from: ApplicationStatus, to: ApplicationStatus): boolean {
  return table[from].next.includes(to);
}

export function statusLabel(status: ApplicationStatus): string {
  return table[status].label;
}

/**
 * @param accepted whether the person accepted a score of this application before: the application is then only open
 * because of a dispute about the old check, during which a new one can be bought (D92)
 */
export function purchaseProgress(status: ApplicationStatus, accepted: boolean): PurchaseProgress {
  return status === 'correctionrequest' && accepted ? null : table[status].purchase;
}

export function connectionProgress(status: ApplicationStatus): ConnectionProgress {
  return table[status].connection;
}

/** The person still has something to do before the submission. */
export const stepsOpen: readonly ApplicationStatus[] = ['paid', 'waituser', 'waitmanual'];

/** Whether a step can be answered. The details that were printed for a paper package do not change anymore. */
export const stepsEditable: readonly ApplicationStatus[] = ['paid', 'waituser'];

/** Open means neither done, cancelled nor refunded (D30). */
export const closedStatuses: readonly ApplicationStatus[] = ['done', 'cancelled', 'refunded'];

/**
 * What became of the money for a check (D113): `held` while the buyer's bank examines a chargeback, `returned` for good
 * once the buyer has got back all that they paid. A check that nobody paid by card counts as paid.
 */
export const moneyStates = ['paid', 'held', 'returned'] as const;
export type MoneyState = (typeof moneyStates)[number];
