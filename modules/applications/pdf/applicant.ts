import { formatDate } from '#modules/platform/browser.ts';
import type { ProvenNames } from '../score/legal-names.ts';
import { fullName } from '../steps/details.ts';
import type { SubmittedDetails } from '../submission/submitting.ts';
import type { Sheet } from './sheet.ts';

/**
 * The applicant's details, with the SSN masked.
 * @param legal the name that the check is made for, if it was proven
 */
export function writeApplicant(
  sheet: Pick<Sheet, 'section' | 'facts'>,
  details: SubmittedDetails,
  legal?: ProvenNames,
): void {
  const proven = legal?.provenAt ? fullName(legal) : null;
  sheet.section('Applicant');
  sheet.facts([
    ['Name', fullName(details)],
    ...(proven && proven !== fullName(details) ? [['Legal name', proven] as const] : []),
    ['Other names', details.aliases.map((alias) => nameOf(alias)).join('; ')],
    ['Date of birth', details.dateofbirth ? formatDate(details.dateofbirth) : ''],
    ['Social Security number', details.ssn ?? ''],
    ['Address', addressOf(details)],
    ...details.previous_addresses.map(
      (address, index) => [`Previous address ${index + 1}`, addressOf(address)] as const,
    ),
    ['Jurisdictions', details.jurisdictions.join(', ') || 'None of the above'],
  ]);
}

function nameOf(name: { firstname: string; middlename: string; lastname: string }): string {
  return [name.firstname, name.middlename, name.lastname].filter(Boolean).join(' ');
}

function addressOf(address: {
  address1: string;
  address2: string;
  city: string;
  state: string;
  postalcode: string;
}): string {
  const street = [address.address1, address.address2].filter(Boolean).join(', ');
  return `${street}, ${address.city}, ${address.state} ${address.postalcode}`;
}
