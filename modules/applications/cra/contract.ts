import { z } from 'zod';
import { craEvent, craStates } from './port.ts';

/**
 * What the portal requests from a consumer reporting agency over HTTPS (D40): the live adapter sends it, and the
 * documentation for agencies is generated from it.
 */

const number = z.string().regex(/^[\w-]{1,40}$/);
const line = z.string().max(200);

const address = z.object({
  address1: line,
  address2: line,
  city: line,
  state: z.string().regex(/^[A-Z]{2}$/),
  postalcode: z.string().regex(/^\d{5}$/),
});
const name = { firstname: line, middlename: line, lastname: line };

const submission = z
  .object({
    idempotencyKey: z.string().min(1).max(80).describe('The same as the header idempotency-key'),
    craid: z.string().regex(/^\d{1,4}$/),
    product: line.describe('The agency’s own code of the product'),
    subject: z.object({
      ...name,
      namesuffix: line,
      aliases: z.array(z.object(name)),
      dateofbirth: z.iso.date(),
      ssn: z.string().regex(/^\d{9}$/),
      address,
      previousAddresses: z.array(address),
    }),
    jurisdictions: z.array(line),
    callbackUrl: z.url().describe('Where the agency posts its signed events'),
  })
  .describe('One check to be made');

const message = z.object({
  author: z.enum(['person', 'staff', 'agency']),
  text: z.string(),
  written_at: z.iso.datetime(),
});

const dispute = z.object({
  text: z.string(),
  items: z.array(line).describe('Names of the disputed searches; empty for the whole report'),
  due_at: z.iso.datetime(),
  messages: z.array(message),
});

const block = z.object({
  blocked: z.boolean().describe('False takes the block back'),
  items: z.array(line).describe('Names of the searches that come from identity theft'),
  text: z.string(),
  due_at: z.iso.datetime(),
});

const identity = z.object({
  records: z
    .array(
      z.object({
        profile_number: number,
        checked_at: z.iso.datetime(),
        result: z.string().min(1).max(200),
      }),
    )
    .max(100),
});

const nothing = z.undefined();
const ofCheck = '/screenings/{craid}/{profile_number}';

/** A request: its body (JSON or a file) and its answer (JSON, a PDF, or nothing that is read). */
export interface CraRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** The path, with the names of its variable parts in braces. */
  path: string;
  summary: string;
  body: z.ZodType;
  /** Sent in place of a JSON body. */
  files?: readonly string[];
  answer: z.ZodType | 'pdf' | null;
}

export const craRequests = {
  submit: {
    method: 'POST',
    path: '/screenings',
    summary:
      'Orders a check. A second order with the same header idempotency-key answers the same profile number.',
    body: submission,
    answer: z.object({ profile_number: number }),
  },
  status: {
    method: 'GET',
    path: ofCheck,
    summary:
      'How far a check is. Asked when nothing was heard of it for hours, and once a day while it is monitored, in case a callback was lost.',
    body: nothing,
    answer: z.object({
      state: z.enum(craStates),
      last_event: craEvent
        .nullable()
        .default(null)
        .describe(
          'The newest event of the check, with the same event_id as its callback; null before the first',
        ),
    }),
  },
  report: {
    method: 'GET',
    path: `${ofCheck}/report`,
    summary: 'The report of a completed check, as it is now.',
    body: nothing,
    answer: 'pdf',
  },
  answerSsnReview: {
    method: 'PUT',
    path: `${ofCheck}/ssn-review`,
    summary:
      'Answers ssnreview: whether the SSN was reviewed and is the person’s. Told again, nothing changes.',
    body: z.object({ confirmed: z.boolean() }),
    answer: null,
  },
  setMonitoring: {
    method: 'PUT',
    path: `${ofCheck}/monitoring`,
    summary:
      'Turns the monitoring of a completed check on or off. Asking for what is already so changes nothing.',
    body: z.object({ on: z.boolean() }),
    answer: z.object({ monitoring_id: z.string().regex(/^[\w-]{1,64}$/) }),
  },
  identityRecords: {
    method: 'GET',
    path: `${ofCheck}/identity`,
    summary: 'What the agency has on record for the identity of the person.',
    body: nothing,
    answer: identity,
  },
  dispute: {
    method: 'PUT',
    path: `${ofCheck}/disputes/{dispute_id}`,
    summary:
      'What a person disputes. Told again, it replaces what was told. The result comes as disputeresult.',
    body: dispute,
    answer: null,
  },
  block: {
    method: 'PUT',
    path: `${ofCheck}/blocks/{block_id}`,
    summary:
      'What has to be blocked because of identity theft, or put back. The result comes as blockresult.',
    body: block,
    answer: null,
  },
  document: {
    method: 'PUT',
    path: `${ofCheck}/cases/{case_id}/documents/{document_id}`,
    summary: 'A document of a dispute or a block. Given again, it is one.',
    body: nothing,
    files: ['application/pdf', 'image/jpeg', 'image/png'],
    answer: null,
  },
} as const satisfies Record<string, CraRequest>;
