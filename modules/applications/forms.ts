/** What an applicant fills in, as the browser and the server check it alike. Browser-safe. */

import { z } from 'zod';
import { isOneLine } from '#modules/platform/browser.ts';
import { applicationsLimits } from './limits.ts';
import { applicationsTexts } from './texts.ts';

/** How far back previous addresses are asked for (doc2 §9). */
export const addressHistoryYears = applicationsLimits['address.history-years'];
/** What a report of an error may hold (doc2 §5). */
export const errorTextLength = { min: applicationsLimits['errortext.min-characters'], max: 4000 } as const;
/** More than anybody needs; a bound for what the server reads. */
export const listLimits = { aliases: 10, previousAddresses: 20, jurisdictions: 60 } as const;

/** The states and territories whose addresses are taken (doc2 §5). */
export const usStates = [
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AS', 'American Samoa'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['DC', 'District of Columbia'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['GU', 'Guam'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['MP', 'Northern Mariana Islands'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania'],
  ['PR', 'Puerto Rico'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VI', 'Virgin Islands'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
] as const;
const stateCodes = new Set<string>(usStates.map(([code]) => code));

const storable = (value: string) => !value.includes('\u0000') && value.isWellFormed();

/** A text that must be there. */
function needed(what: string, max: number) {
  return z
    .string({ error: `Enter ${what}` })
    .max(max, `Use at most ${max} characters`)
    .transform((value) => value.trim())
    .refine(isOneLine, 'Use letters and digits')
    .refine((value) => value.length > 0, `Enter ${what}`);
}

/** A text that may be left out; then it is empty. */
function optional(max: number) {
  return z
    .string()
    .max(max, `Use at most ${max} characters`)
    .transform((value) => value.trim())
    .refine(isOneLine, 'Use letters and digits')
    .default('');
}

/** `ddd-dd-dddd` however it was typed; what is kept are the nine digits. */
const ssn = z
  .string({ error: applicationsTexts['application.ssn-needed'] })
  .max(40, 'Enter all nine digits')
  .transform((value) => value.replace(/[\s-]/g, ''))
  .refine((value) => value === '' || /^\d{9}$/.test(value), 'Enter all nine digits');

const typed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** A date as yyyy-MM-dd from MM/DD/YYYY or from yyyy-MM-dd; null when there is no such day. */
function readDate(value: string): string | null {
  const parts = typed.exec(value.trim());
  const iso = parts
    ? `${parts[3]}-${parts[1]?.padStart(2, '0')}-${parts[2]?.padStart(2, '0')}`
    : value.trim();
  return z.iso.date().safeParse(iso).success ? iso : null;
}

/** A date of birth: after 1900-01-01 (doc2 §5); that it lies before today is for the server, which has the clock. */
function birthDate(missing: string) {
  return z
    .string({ error: missing })
    .max(40, 'Enter the date as MM/DD/YYYY')
    .transform((value, context) => {
      const date = readDate(value);
      if (date && date > '1900-01-01') return date;
      context.addIssue({
        code: 'custom',
        message: date ? 'Enter a date after 01/01/1900' : 'Enter the date as MM/DD/YYYY',
      });
      return z.NEVER;
    });
}

const alias = z.object({
  firstname: needed('the first name', 60),
  middlename: optional(60),
  lastname: needed('the last name', 60),
});

const nameFields = {
  firstname: needed('your first name', 60),
  middlename: optional(60),
  lastname: needed('your last name', 60),
  namesuffix: optional(10),
  aliases: z.array(alias).max(listLimits.aliases).default([]),
  ssn: ssn.default(''),
  confirmssn: ssn.default(''),
  dateofbirth: birthDate('Enter your date of birth'),
  confirmdateofbirth: birthDate('Enter your date of birth again'),
};

function sameTwice(
  value: Record<'ssn' | 'confirmssn' | 'dateofbirth' | 'confirmdateofbirth', string>,
  context: z.RefinementCtx,
): void {
  if (value.ssn !== value.confirmssn) {
    context.addIssue({ code: 'custom', path: ['confirmssn'], message: 'The two numbers are not the same' });
  }
  if (value.dateofbirth !== value.confirmdateofbirth) {
    context.addIssue({
      code: 'custom',
      path: ['confirmdateofbirth'],
      message: 'The two dates are not the same',
    });
  }
}

/** The name step (doc2 §5). The SSN may be left out when one is on file; the server says so if none is. */
export const nameDetails = z.object(nameFields).superRefine(sameTwice);

/** The name step while no number is on file. */
export const firstNameDetails = z.object({ ...nameFields, ssn }).superRefine(sameTwice);

const address = {
  address1: needed('the street address', 120),
  address2: optional(120),
  city: needed('the city', 80),
  state: z
    .string({ error: 'Choose the state' })
    .max(2, 'Choose the state')
    .transform((value) => value.toUpperCase())
    .refine((value) => stateCodes.has(value), 'Choose the state'),
  postalcode: z
    .string({ error: 'Enter the ZIP code' })
    .max(20, 'Enter the five digits of the ZIP code')
    .transform((value) => value.trim())
    .refine((value) => /^\d{5}$/.test(value), 'Enter the five digits of the ZIP code'),
};

/** The address step: where the person lives, and where else within the last seven years (doc2 §5). */
export const addressDetails = z
  .object({
    ...address,
    na_previous_addresses: z.boolean().default(false),
    previous_addresses: z.array(z.object(address)).max(listLimits.previousAddresses).default([]),
  })
  .superRefine((value, context) => {
    const others = value.previous_addresses.length > 0;
    if (value.na_previous_addresses === others) {
      context.addIssue({
        code: 'custom',
        path: ['na_previous_addresses'],
        message: others
          ? 'You listed another address: take it away, or leave this box empty'
          : `Add where else you lived in the last ${addressHistoryYears} years, or say that there is no other address`,
      });
    }
  });

/** A consent step: which document, and the acknowledgement and signature that it asks for. */
export const consentForm = z.object({
  step_consent_id: z.uuid(),
  consent_acknowledged: z.boolean().default(false),
  /** PNG of 762 by 200 as a data address; filled by the pad's script. */
  signature_encoded: z.string().max(400_000).optional(),
  /** The strokes, JSON. */
  signature_vectors: z.string().max(400_000).refine(storable).optional(),
  /** For those who cannot draw (D42). */
  typed_name: z
    .string()
    .max(120, 'Use at most 120 characters')
    .transform((value) => value.trim())
    .refine(isOneLine, 'Use letters and digits')
    .optional(),
});

/** The consent step as the browser checks it: what this very document asks for. */
export function consentFormFor(asks: { acknowledgement: boolean; signature: boolean }) {
  return consentForm.superRefine((value, context) => {
    if (asks.acknowledgement && !value.consent_acknowledged) {
      const message = applicationsTexts['application.acknowledgement-needed'];
      context.addIssue({ code: 'custom', path: ['consent_acknowledged'], message });
    }
    if (asks.signature && !value.signature_encoded && !value.typed_name) {
      const message = applicationsTexts['application.signature-needed'];
      context.addIssue({ code: 'custom', path: ['signature_encoded'], message });
    }
  });
}

/** The jurisdiction step: at least one, or none of them (doc2 §5). */
export const jurisdictionsForm = z
  .object({
    selected_jurisdictions: z.array(z.string().max(8)).max(listLimits.jurisdictions).default([]),
    none: z.boolean().default(false),
  })
  .refine((value) => value.none !== value.selected_jurisdictions.length > 0, {
    path: ['selected_jurisdictions'],
    message: applicationsTexts['application.jurisdictions-needed'],
  });

/** Step 2 of the score acceptance (doc2 §4.5). */
export const scoreTermsForm = z.object({
  acceptterms: z.literal(true, { error: applicationsTexts['score.terms-needed'] }),
});

/** Step 3: the person's decision. */
export const scoreReviewForm = z.object({
  reviewaction: z.enum(['accept', 'reporterror'], { error: 'Choose one of the two' }),
});

/** Step 5: what is wrong (doc2 §5: at least 8 characters). */
export const scoreErrorForm = z.object({
  errortext: z
    .string({ error: 'Tell us what is wrong' })
    .max(errorTextLength.max, `Use at most ${errorTextLength.max} characters`)
    .refine(storable, 'Use letters and digits')
    .transform((value) => value.trim())
    .refine((value) => value.length >= errorTextLength.min, `Use at least ${errorTextLength.min} characters`),
});

/** Step 8: what is shared, and which open invitations are accepted with it. */
export const scoreSharingForm = z.object({
  network_autoacceptinvite: z.boolean().default(false),
  network_searchresults: z.boolean().default(false),
  pendingInvites: z.array(z.uuid()).max(500).default([]),
});

/** The stand-alone page's proof (D45). */
export const approvalProofForm = z.object({
  dateofbirth: birthDate('Enter your date of birth'),
  ssnlast4: z
    .string({ error: 'Enter the last four digits' })
    .max(20)
    .transform((value) => value.replace(/\D/g, ''))
    .refine((value) => /^\d{4}$/.test(value), 'Enter the last four digits'),
});
