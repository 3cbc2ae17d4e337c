import { z } from 'zod';
import { Port } from '#modules/platform/index.ts';

/** The port to the provider that verifies people with their ID and a video of their face (D43). */

/** The person to verify, with the data that they entered. */
export interface VerificationSubject {
  firstname: string;
  lastname: string;
  /** yyyy-MM-dd */
  dateofbirth: string | null;
}

export interface VerificationRun {
  /** The person at the provider. */
  applicantId: string;
  workflowRunId: string;
}

/** What the person needs to take the images. Anybody who has it can take them. */
export const runAccess = z.object({
  /** A page of the provider that takes them. */
  url: z.url(),
  /** For the provider's own script, instead of its page. */
  token: z.string().nullable(),
  /** ISO 8601. */
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
});
export type RunAccess = z.output<typeof runAccess>;

const runStatuses = [
  'awaiting_input',
  'processing',
  'approved',
  'review',
  'rejected',
  'clearidaction',
  'abandoned',
] as const;

export const idDocuments = [
  'driving_licence',
  'passport',
  'passport_card',
  'national_identity_card',
] as const;

const text = z.string().max(400).nullable().default(null);

/** What was read from one side of a document (doc3 §3); null if it could not be read. Dates are yyyy-MM-dd. */
export const documentSide = z.object({
  first_name: text,
  middle_name: text,
  last_name: text,
  address_line_1: text,
  address_line_2: text,
  address_line_3: text,
  address_line_4: text,
  address_line_5: text,
  street: text,
  city: text,
  state: text,
  zip: text,
  document_number: text,
  issuing_country: text,
  issue_date: text,
  issue_state: text,
  expire_date: text,
  date_of_birth: text,
  sex: text,
  height: text,
  weight: text,
  eye_color: text,
  hair_color: text,
  real_id_compliance: text,
});
export type DocumentSide = z.output<typeof documentSide>;

/** What the provider found out. */
export const verificationResult = z.object({
  status: z.enum(runStatuses),
  id_document: z.enum(idDocuments).nullable(),
  front: documentSide.nullable(),
  back: documentSide.nullable(),
  results: z.object({
    device: text,
    document: text,
    /** One line for each part that was checked, such as `visual authenticity: clear`. */
    document_details: z.array(z.string().max(400)).max(60),
    face: text,
  }),
  /** In the provider's words. */
  reasons: z.array(z.string().max(400)).max(40),
  /** What staff read from the document if the provider could not; yyyy-MM-dd. */
  manual: z.object({ expiration: z.string().nullable(), dob: z.string().nullable() }).optional(),
});
export type VerificationResult = z.output<typeof verificationResult>;

export interface VerificationImage {
  bytes: Buffer;
  /** Media type. */
  type: string;
}

export interface VerificationImages {
  front: VerificationImage | null;
  back: VerificationImage | null;
  selfiemotion: VerificationImage | null;
}

export interface IdVerifier {
  readonly sandbox: boolean;
  /**
   * Begins a run.
   * @param returnUrl where the person goes after taking the images
   * @throws VerifierFailed
   */
  begin(subject: VerificationSubject, returnUrl: string): Promise<VerificationRun & { access: RunAccess }>;
  /**
   * How far a run has got, and what was found.
   * @throws VerifierFailed
   */
  read(run: VerificationRun): Promise<VerificationResult>;
  /** The images that the person took. @throws VerifierFailed */
  images(run: VerificationRun): Promise<VerificationImages>;
  /**
   * Deletes a person with images and results; no error if the person is already deleted or unknown.
   * @throws VerifierFailed
   */
  forget(applicantId: string): Promise<void>;
}

export const idVerifierPort = new Port<IdVerifier>('id verifier');

/** The provider's request failed; retrying later may help. */
export class VerifierFailed extends Error {
  override name = 'VerifierFailed';
  /** Whether the service does not work; otherwise it answered, with no. */
  readonly unavailable: boolean;

  constructor(message: string, unavailable = true) {
    super(message);
    this.unavailable = unavailable;
  }
}

/**
 * The body of a signed callback to /hooks/idv: something about a run has changed. The current state is read from the
 * provider.
 */
export const runEvent = z.object({
  payload: z.object({
    resource_type: z.string().max(60),
    action: z.string().max(80),
    object: z.object({ id: z.string().max(120), status: z.string().max(60).optional() }),
  }),
});
