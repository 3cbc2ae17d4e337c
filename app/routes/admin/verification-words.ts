import type { listIdVerifications } from '#modules/admin/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';

type Verification = OutputOf<typeof listIdVerifications>['verifications'][number];
type Side = Verification['documents']['front'];

const documents: Record<NonNullable<Verification['id_document']>, string> = {
  driving_licence: 'Driver’s license',
  passport: 'Passport',
  passport_card: 'Passport card',
  national_identity_card: 'State or national ID',
};

export function verificationTitle({ id_document: document }: Pick<Verification, 'id_document'>): string {
  return document ? documents[document] : 'ID verification';
}

const looks = {
  APPROVED: { label: 'Approved', tone: 'ok' },
  REVIEW: { label: 'Review', tone: 'warn' },
  REJECTED: { label: 'Rejected', tone: 'bad' },
  CLEARIDACTION: { label: 'Images unreadable', tone: 'warn' },
  ABANDONED: { label: 'Not finished', tone: undefined },
} as const;

export function statusLook(status: string) {
  return status in looks
    ? looks[status as keyof typeof looks]
    : ({ label: 'Pending', tone: 'info' } as const);
}

const labels: Record<keyof NonNullable<Side>, string> = {
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  address_line_1: 'Address line 1',
  address_line_2: 'Address line 2',
  address_line_3: 'Address line 3',
  address_line_4: 'Address line 4',
  address_line_5: 'Address line 5',
  street: 'Street',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  document_number: 'Document number',
  issuing_country: 'Issuing country',
  issue_date: 'Issued',
  issue_state: 'Issued by',
  expire_date: 'Expires',
  date_of_birth: 'Date of birth',
  sex: 'Sex',
  height: 'Height',
  weight: 'Weight',
  eye_color: 'Eyes',
  hair_color: 'Hair',
  real_id_compliance: 'Real ID',
};

const days = new Set(['expire_date', 'date_of_birth']);

/** The values that were read from one side. Values that were not read are left out. */
export function documentFacts(side: Side): [string, string][] {
  return Object.entries(labels).flatMap(([field, label]): [string, string][] => {
    const value = side?.[field as keyof NonNullable<Side>];
    return value ? [[label, days.has(field) ? formatDate(value) : value]] : [];
  });
}
