import { z } from 'zod';
import {
  answerLegalName,
  getPerson,
  legalNameAnswer,
  listNamesAndAddresses,
  maskedSsn,
  saveIdentityDetails,
} from '#modules/identity/index.ts';
import type { Work } from '#modules/platform/index.ts';
import type { addressForm, nameForm } from '../forms.ts';
import { applicationsLimits } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import type { StepKey } from './steps.ts';

/** The applicant's details, which identity stores and the steps confirm (doc2 §5). */

type Name = z.output<typeof nameForm.schema>;
type Address = z.output<typeof addressForm.schema>;

/**
 * Saves the name step.
 * @throws Refusal applications.ssn-needed if no SSN is given and none is on file, applications.ssn-never-issued (only with
 *   a live CRA, D40), applications.too-young (D111), invalid-input for a date of birth that is today or later
 *   and for an SSN in a name
 */
export async function saveName(work: Work<unknown>, accountId: string, name: Name): Promise<void> {
  const { ssn, confirmssn: _same, confirmdateofbirth: _too, ...details } = name;
  if (name.dateofbirth >= work.now.toISOString().slice(0, 10)) {
    throw new Refusal('invalid-input', {
      field: 'dateofbirth',
      issues: { dateofbirth: ['Enter a date before today'] },
      message: 'Enter a date before today',
    });
  }
  requireAge(name.dateofbirth, work.now);
  const person = await getPerson(work, accountId);
  if (ssn === '' && !person.has_ssn) throw new Refusal('applications.ssn-needed', { field: 'ssn' });
  if (work.portal.config.cra.kind !== 'sandbox' && isNeverIssued(ssn)) {
    throw new Refusal('applications.ssn-never-issued', { field: 'ssn' });
  }
  await saveIdentityDetails(work, accountId, ssn === '' ? details : { ...details, ssn });
}

/** @throws Refusal applications.too-young for a person who is not 18 on that day (D111) */
export function requireAge(dateofbirth: string | null, now: Date): void {
  if (!dateofbirth) return;
  const [year = '', ...day] = dateofbirth.split('-');
  const birthday = [Number(year) + applicationsLimits['applicant.min-age-years'], ...day].join('-');
  if (birthday > now.toISOString().slice(0, 10)) {
    throw new Refusal('applications.too-young', { field: 'dateofbirth' });
  }
}

/**
 * Whether the Social Security Administration never issues this SSN (D40): area 000, 666 or 9xx, group 00 or serial 0000.
 * @param digits nine digits, or none
 */
export function isNeverIssued(digits: string): boolean {
  return /^(000|666|9)/.test(digits) || digits.slice(3, 5) === '00' || digits.slice(5) === '0000';
}

export async function saveAddress(work: Work<unknown>, accountId: string, address: Address): Promise<void> {
  const { na_previous_addresses: _none, address_choice: _chosen, previous_addresses, ...current } = address;
  await saveIdentityDetails(work, accountId, {
    ...current,
    previous_addresses: previous_addresses.map(({ address_choice: _too, ...previous }) => previous),
  });
}

/** The details as the steps show them: the SSN masked, never whole (D44). */
export const profileAnswer = z.object({
  firstname: z.string(),
  middlename: z.string(),
  lastname: z.string(),
  namesuffix: z.string(),
  aliases: z.array(z.object({ firstname: z.string(), middlename: z.string(), lastname: z.string() })),
  /** `***-**-1234` or null. */
  ssn: z.string().nullable(),
  dateofbirth: z.string().nullable(),
  locked_name_dob: z.boolean(),
  /** The legal name, if an ID or staff have proven it (D98). */
  legal_name: legalNameAnswer.nullable(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postalcode: z.string(),
  na_previous_addresses: z.boolean(),
  previous_addresses: z.array(
    z.object({
      address1: z.string(),
      address2: z.string(),
      city: z.string(),
      state: z.string(),
      postalcode: z.string(),
    }),
  ),
});
export type ProfileAnswer = z.output<typeof profileAnswer>;

/** First, middle and last name with the suffix, as far as they were given. */
export function fullName(
  names: Pick<ProfileAnswer, 'firstname' | 'middlename' | 'lastname' | 'namesuffix'>,
): string {
  const { firstname, middlename, lastname, namesuffix } = names;
  return [firstname, middlename, lastname, namesuffix].filter(Boolean).join(' ');
}

export async function readProfile(
  work: Pick<Work, 'row' | 'rows' | 'db' | 'portal'>,
  accountId: string,
  done: ReadonlySet<StepKey>,
): Promise<ProfileAnswer> {
  const person = await getPerson(work, accountId);
  const { aliases, previousAddresses: previous } = await listNamesAndAddresses(work, accountId);
  const ssn = await maskedSsn(work, accountId);
  return {
    firstname: person.firstname,
    middlename: person.middlename,
    lastname: person.lastname,
    namesuffix: person.namesuffix,
    aliases,
    ssn,
    dateofbirth: person.dateofbirth,
    locked_name_dob: person.locked_name_dob,
    legal_name: answerLegalName(person.legal),
    address1: person.address1,
    address2: person.address2,
    city: person.city,
    state: person.state,
    postalcode: person.postalcode,
    na_previous_addresses: done.has('address') && previous.length === 0,
    previous_addresses: previous,
  };
}

/**
 * Replaces the jurisdictions that the person chose (doc2 §5).
 * @throws Refusal applications.jurisdictions-needed, applications.jurisdictions-both, invalid-input
 */
export async function saveJurisdictions(
  work: Work<unknown>,
  applicationId: string,
  chosen: { selected_jurisdictions: readonly string[]; none: boolean },
): Promise<void> {
  const wanted = [...new Set(chosen.selected_jurisdictions)];
  if (chosen.none === wanted.length > 0) {
    throw new Refusal(chosen.none ? 'applications.jurisdictions-both' : 'applications.jurisdictions-needed', {
      field: 'selected_jurisdictions',
    });
  }
  await work.db.deleteFrom('application_jurisdiction').where('application_id', '=', applicationId).execute();
  if (wanted.length === 0) return;
  const known = await work.db.selectFrom('jurisdiction').select('abbr').where('abbr', 'in', wanted).execute();
  if (known.length !== wanted.length) {
    throw new Refusal('invalid-input', { field: 'selected_jurisdictions', detail: 'unknown jurisdiction' });
  }
  await work.db
    .insertInto('application_jurisdiction')
    .values(known.map(({ abbr }) => ({ application_id: applicationId, abbr })))
    .execute();
}
