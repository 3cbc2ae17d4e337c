import { z } from 'zod';
import { grades } from '#modules/platform/browser.ts';
import { Port } from '#modules/platform/index.ts';
import { progressFields } from './progress.ts';

/** The port to a consumer reporting agency: requests and callbacks (D40). */

export interface CraAddress {
  address1: string;
  address2: string;
  city: string;
  state: string;
  postalcode: string;
}

/** One check to be made. */
export interface CraSubmission {
  /** Idempotency key: a second submission with the same key answers the same profile number. */
  idempotencyKey: string;
  craid: string;
  /** The agency's own code of the product. */
  product: string;
  subject: {
    firstname: string;
    middlename: string;
    lastname: string;
    namesuffix: string;
    aliases: readonly { firstname: string; middlename: string; lastname: string }[];
    /** yyyy-MM-dd */
    dateofbirth: string;
    /** Nine digits. */
    ssn: string;
    address: CraAddress;
    previousAddresses: readonly CraAddress[];
  };
  jurisdictions: readonly string[];
  /** Where the agency posts its signed events. */
  callbackUrl: string;
}

export const craStates = [
  'received',
  'inprogress',
  'review',
  'clearidaction',
  'completed',
  'withdrawn',
] as const;
export type CraState = (typeof craStates)[number];

export interface CraStatus {
  state: CraState;
  /** The newest event of the check, with the id that its callback has or had; null before the first. */
  lastEvent: CraEvent | null;
}

/** What an agency has on record about the identity of a person whom it checked (D47). */
export interface IdentityRecord {
  profileNumber: string;
  checkedAt: Date;
  /** The agency's own words. */
  result: string;
}

/** What a person disputes. If it is sent again with the same id, it replaces what was sent before. */
export interface CraDispute {
  disputeId: string;
  text: string;
  /** Names of the disputed searches; empty for the whole report. */
  items: readonly string[];
  dueAt: Date;
  messages: readonly { author: 'person' | 'staff' | 'agency'; text: string; writtenAt: Date }[];
}

/**
 * What an agency has to block or to unblock. If it is sent again with the same id, it replaces what was sent before.
 */
export interface CraBlock {
  blockId: string;
  /** False to unblock. */
  blocked: boolean;
  /** Names of the searches. */
  items: readonly string[];
  /** The person's own words. */
  text: string;
  dueAt: Date;
}

/** A document that a person gave with a dispute or a block. */
export interface CraDocument {
  /** The id of the dispute or block. */
  caseId: string;
  documentId: string;
  contentType: 'application/pdf' | 'image/jpeg' | 'image/png';
  body: Uint8Array;
}

export interface Cra {
  /** @returns the agency's number for the check @throws CraFailed */
  submit(submission: CraSubmission): Promise<{ profileNumber: string }>;
  /** How far a check is, for when its callback was lost. @throws CraFailed */
  status(craid: string, profileNumber: string): Promise<CraStatus>;
  /**
   * Answers `ssnreview`. Sending it again changes nothing.
   * @param confirmed the SSN is the person's, and the check can go on; otherwise the check ends, and what the person
   * corrects comes as an order of its own
   * @throws CraFailed
   */
  answerSsnReview(craid: string, profileNumber: string, confirmed: boolean): Promise<void>;
  /**
   * The report of a completed check, as a PDF.
   * @throws CraFailed
   */
  report(craid: string, profileNumber: string): Promise<Buffer>;
  /**
   * Turns the monitoring of a completed check on or off. Asking for the current state changes nothing.
   * @returns the agency's id of the monitoring
   * @throws CraFailed
   */
  setMonitoring(craid: string, profileNumber: string, on: boolean): Promise<{ monitoringId: string }>;
  /**
   * What the agency has on record about the identity of the person of a check.
   * @throws CraFailed
   */
  identityRecords(craid: string, profileNumber: string): Promise<IdentityRecord[]>;
  /** Tells the agency of a dispute. Its result comes as an event. @throws CraFailed */
  dispute(craid: string, profileNumber: string, dispute: CraDispute): Promise<void>;
  /**
   * Tells the agency to block what comes from identity theft, or to unblock it. The result comes as an event.
   * @throws CraFailed
   */
  block(craid: string, profileNumber: string, block: CraBlock): Promise<void>;
  /**
   * Gives the agency a document of a case. Giving it again does not add a second one.
   * @throws CraFailed
   */
  document(craid: string, profileNumber: string, document: CraDocument): Promise<void>;
}

export const craPort = new Port<Cra>('cra');

/** The agency's request failed; retrying later may help. */
export class CraFailed extends Error {
  override name = 'CraFailed';
  /** Whether the service does not work; otherwise it answered, with no. */
  readonly unavailable: boolean;

  constructor(message: string, unavailable = true) {
    super(message);
    this.unavailable = unavailable;
  }
}

const shortText = z.string().min(1).max(200);

/** One search of a check and what it found. */
export const finding = z.object({
  /** What was searched. */
  search: shortText,
  /** Jurisdiction or scope. */
  scope: z.string().max(400),
  /** The counties or districts that were searched, if the agency names them. */
  places: z.array(shortText).max(100).default([]),
  /** The day on which the search was completed, yyyy-MM-dd; null if the agency does not say. */
  searched_on: z.iso.date().nullable().default(null),
  result: shortText,
  /** True if nothing was found. */
  clear: z.boolean(),
  /** What was found, each item with its place and date. */
  records: z
    .array(z.object({ description: shortText, place: shortText, recorded_on: z.iso.date().nullable() }))
    .max(100)
    .default([]),
});
export type Finding = z.output<typeof finding>;

const eventBase = {
  event_id: z.string().regex(/^[\w-]{8,64}$/),
  craid: z.string().regex(/^\d{1,4}$/),
  /** The key under which the check was submitted. */
  idempotency_key: z.string().min(1).max(80),
  profile_number: z.string().regex(/^[\w-]{1,40}$/),
  occurred_at: z.iso.datetime(),
};

/** The body of a signed callback to /hooks/cra. */
export const craEvent = z.discriminatedUnion('type', [
  z.object({ ...eventBase, type: z.literal('inprogress'), ...progressFields }),
  z.object({ ...eventBase, type: z.literal('ssnreview') }),
  z.object({ ...eventBase, type: z.literal('clearidaction') }),
  z.object({
    ...eventBase,
    type: z.literal('completed'),
    score: z.enum(grades),
    findings: z.array(finding).max(100),
  }),
  /** The agency asks or reports something in a dispute. */
  z.object({
    ...eventBase,
    type: z.literal('disputemessage'),
    dispute_id: z.uuid(),
    text: z.string().min(2).max(4000),
  }),
  /**
   * The agency's result of a dispute. A corrected one includes the score and findings, and from then on the report is
   * the corrected one.
   */
  z.object({
    ...eventBase,
    type: z.literal('disputeresult'),
    dispute_id: z.uuid(),
    outcome: z.enum(['confirmed', 'corrected']),
    explanation: z.string().min(2).max(4000),
    score: z.enum(grades).optional(),
    findings: z.array(finding).max(100).optional(),
  }),
  /** The result after a block was made or lifted; from then on the report is the changed one. */
  z.object({
    ...eventBase,
    type: z.literal('blockresult'),
    block_id: z.uuid(),
    /** Whether the items are blocked in this result. */
    blocked: z.boolean(),
    score: z.enum(grades),
    findings: z.array(finding).max(100),
  }),
  /**
   * Monitoring found something; from then on the report is the changed one. Later updates have a later `occurred_at`.
   */
  z.object({
    ...eventBase,
    type: z.literal('monitorupdate'),
    score: z.enum(grades),
    findings: z.array(finding).max(100),
  }),
  /** The agency no longer monitors the check. It begins again only if the portal asks for it. */
  z.object({ ...eventBase, type: z.literal('monitoringended') }),
]);
export type CraEvent = z.output<typeof craEvent>;
