import { z } from 'zod';
import { type DocumentSide, documentSide, idDocuments, type VerificationResult } from './port.ts';

/** The parts of Onfido's answers (API v3.6) that the portal reads, and what they mean here. */

const words = z.string().max(400).nullish();

export const workflowRun = z.object({
  id: z.string().max(120),
  applicant_id: z.string().max(120),
  status: z.enum([
    'processing',
    'awaiting_input',
    'awaiting_client_input',
    'approved',
    'declined',
    'review',
    'abandoned',
    'error',
  ]),
  sdk_token: z.string().max(4000).nullish(),
  link: z
    .object({ url: z.url().max(2000).nullish(), expires_at: z.iso.datetime({ offset: true }).nullish() })
    .nullish(),
  reasons: z.array(z.string().max(400)).max(40).nullish(),
});
export type WorkflowRun = z.output<typeof workflowRun>;

export const taskList = z
  .array(z.object({ id: z.string().max(120), task_def_id: z.string().max(120) }))
  .max(200);

const breakdown = z.record(z.string().max(80), z.object({ result: words }).nullish());

const barcode = z.object({
  first_name: words,
  middle_name: words,
  last_name: words,
  date_of_expiry: words,
  date_of_birth: words,
  issuing_date: words,
  address_line_1: words,
  address_line_2: words,
  address_line_3: words,
  address_line_4: words,
  address_line_5: words,
  issuing_state: words,
  gender: words,
  issuing_country: words,
  document_number: words,
  real_id_classification: words,
});

/** The output of the task of a report: about the document, the face or the device. */
export const reportTask = z.object({
  output: z
    .object({
      result: words,
      sub_result: words,
      breakdown: breakdown.nullish(),
      properties: z
        .object({
          document_type: words,
          first_name: words,
          middle_name: words,
          last_name: words,
          date_of_birth: words,
          date_of_expiry: words,
          issuing_date: words,
          issuing_country: words,
          issuing_state: words,
          gender: words,
          address: words,
          real_id_compliance: z.boolean().nullish(),
          document_numbers: z
            .array(z.object({ type: words, value: words }))
            .max(10)
            .nullish(),
          address_lines: z
            .object({ street_address: words, city: words, state: words, postal_code: words })
            .nullish(),
          barcode: z.array(barcode).max(10).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
type Report = NonNullable<z.output<typeof reportTask>['output']>;

export interface Reports {
  document: Report | null;
  face: Report | null;
  device: Report | null;
}

export const documentList = z.object({
  documents: z.array(z.object({ id: z.string().max(120), side: z.string().max(20).nullish() })).max(100),
});

export const captureList = (key: 'motion_captures' | 'live_videos' | 'live_photos') =>
  z
    .object({ [key]: z.array(z.object({ id: z.string().max(120) })).max(100) })
    .transform((answer) => answer[key] ?? []);

/** A run that is decided or under way, in the portal's words. */
export function toResult(run: WorkflowRun, { document, face, device }: Reports): VerificationResult {
  const properties = document?.properties ?? null;
  const kind = idDocuments.find((known) => known === properties?.document_type) ?? null;
  return {
    status: statusOf(run, document),
    id_document: kind,
    front: properties && frontOf(properties),
    back: properties?.barcode?.[0] ? backOf(properties.barcode[0]) : null,
    results: {
      device: device?.result ?? null,
      document: document?.sub_result ?? document?.result ?? null,
      document_details: Object.entries(document?.breakdown ?? {}).flatMap(([part, found]) =>
        found?.result ? [`${part.replaceAll('_', ' ')}: ${found.result}`] : [],
      ),
      face: face?.result ?? null,
    },
    reasons: run.reasons ?? [],
  };
}

/**
 * A document that was `rejected` could not be read: its images are bad, or Onfido does not know this kind of document.
 */
function statusOf({ status }: WorkflowRun, document: Report | null): VerificationResult['status'] {
  if (status === 'error') return 'abandoned';
  // The workflow waits for data from another system, which the person cannot give.
  if (status === 'awaiting_client_input') return 'processing';
  if (status === 'declined') return document?.sub_result === 'rejected' ? 'clearidaction' : 'rejected';
  return status;
}

type Properties = NonNullable<Report['properties']>;

function frontOf(properties: Properties): DocumentSide {
  const number = properties.document_numbers?.find(({ type }) => type === 'document_number');
  return documentSide.parse({
    first_name: properties.first_name,
    middle_name: properties.middle_name,
    last_name: properties.last_name,
    address_line_1: properties.address,
    street: properties.address_lines?.street_address,
    city: properties.address_lines?.city,
    state: properties.address_lines?.state,
    zip: properties.address_lines?.postal_code,
    document_number: (number ?? properties.document_numbers?.[0])?.value,
    issuing_country: properties.issuing_country,
    issue_date: properties.issuing_date,
    issue_state: properties.issuing_state,
    expire_date: dayOf(properties.date_of_expiry),
    date_of_birth: dayOf(properties.date_of_birth),
    sex: properties.gender,
    real_id_compliance:
      typeof properties.real_id_compliance === 'boolean'
        ? properties.real_id_compliance
          ? 'YES'
          : 'NO'
        : null,
  });
}

function backOf(read: z.output<typeof barcode>): DocumentSide {
  return documentSide.parse({
    first_name: read.first_name,
    middle_name: read.middle_name,
    last_name: read.last_name,
    address_line_1: read.address_line_1,
    address_line_2: read.address_line_2,
    address_line_3: read.address_line_3,
    address_line_4: read.address_line_4,
    address_line_5: read.address_line_5,
    document_number: read.document_number,
    issuing_country: read.issuing_country,
    issue_date: read.issuing_date,
    issue_state: read.issuing_state,
    expire_date: dayOf(read.date_of_expiry),
    date_of_birth: dayOf(read.date_of_birth),
    sex: read.gender,
    real_id_compliance: read.real_id_classification,
  });
}

/** A date as yyyy-MM-dd; null if it is not a full date, for example if only the year could be read. */
function dayOf(read: string | null | undefined): string | null {
  return z.iso.date().safeParse(read).success ? (read ?? null) : null;
}
