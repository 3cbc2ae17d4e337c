import type { VerificationResult } from '#modules/applications/index.ts';
import { nameOnLicense } from './outcomes.ts';
import type { VerificationRunRow } from './run-row.ts';
import type { Subject } from './subject.ts';

/** What the sandbox reads from its own pictures. Pure functions. */

const nothing = {
  first_name: null,
  middle_name: null,
  last_name: null,
  address_line_1: null,
  address_line_2: null,
  address_line_3: null,
  address_line_4: null,
  address_line_5: null,
  street: null,
  city: null,
  state: null,
  zip: null,
  document_number: null,
  issuing_country: null,
  issue_date: null,
  issue_state: null,
  expire_date: null,
  date_of_birth: null,
  sex: null,
  height: null,
  weight: null,
  eye_color: null,
  hair_color: null,
  real_id_compliance: null,
};

const statusOf: Record<
  VerificationRunRow['state'],
  (run: VerificationRunRow) => VerificationResult['status']
> = {
  awaiting_input: () => 'awaiting_input',
  processing: () => 'processing',
  approved: () => 'approved',
  review: () => 'review',
  declined: ({ outcome }) => (outcome === 'blurred' ? 'clearidaction' : 'rejected'),
};

export function resultOf(run: VerificationRunRow, subject: Subject): VerificationResult {
  const status = statusOf[run.state](run);
  const decided = status !== 'awaiting_input' && status !== 'processing';
  if (!decided) {
    const results = { device: null, document: null, document_details: [], face: null };
    return { status, id_document: null, front: null, back: null, results, reasons: [] };
  }
  const license = nameOnLicense(subject);
  const readable = status !== 'clearidaction';
  // The license that staff have to review has a reflection on its back, so its expiration could not be read.
  const expire_date = status === 'review' ? null : subject.expires;
  const front = readable
    ? {
        ...nothing,
        first_name: license.firstname,
        middle_name: license.middlename || null,
        last_name: license.lastname,
        document_number: subject.documentNumber,
        issuing_country: 'USA',
        issue_state: 'TX',
        date_of_birth: subject.dateofbirth,
        expire_date,
      }
    : null;
  const back =
    readable && status !== 'review' ? { ...nothing, last_name: license.lastname, expire_date } : null;
  return {
    status,
    id_document: 'driving_licence',
    front,
    back,
    results: {
      device: 'clear',
      document: readable ? (status === 'approved' ? 'clear' : 'consider') : 'rejected',
      document_details: [
        `image integrity: ${readable ? 'clear' : 'consider'}`,
        `visual authenticity: ${status === 'rejected' ? 'consider' : 'clear'}`,
        `data validation: ${status === 'review' ? 'consider' : 'clear'}`,
      ],
      face: status === 'rejected' ? 'consider' : 'clear',
    },
    reasons:
      status === 'review'
        ? ['Glare on the back: the barcode could not be read.']
        : status === 'rejected'
          ? ['The face is not that of the document.']
          : [],
  };
}
