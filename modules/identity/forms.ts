import { z } from 'zod';
import { identityLimits } from './limits.ts';
import { identityTexts } from './texts.ts';

/** The forms of identity: one schema each for constraints, the browser's check and the server's parse. */

const [shortestDomain, longestDomain] = identityLimits['email.top-level-domain-letters'];
const emailPattern = new RegExp(
  `^[^\\s@<>()[\\]\\\\,;:"]+@[^\\s@<>()[\\]\\\\,;:"]+\\.[A-Za-z]{${shortestDomain},${longestDomain}}$`,
);

const required = (message: string) => z.string({ error: message }).trim().min(1, message);

const email = z
  .string({ error: 'Enter your e-mail address' })
  .trim()
  .max(254, 'This address is too long')
  .regex(emailPattern, 'Enter an e-mail address like name@example.com');

const digitsOf = (value: string) => value.replace(/\D/g, '');

const phone = z
  .string({ error: 'Enter your mobile number' })
  .refine((value) => digitsOf(value).length === identityLimits['mobile.digits'], 'Enter all 10 digits');

const [shortestPassword, longestPassword] = identityLimits['password.characters'];

const newPassword = z
  .string({ error: 'Choose a password' })
  .min(shortestPassword, `Use at least ${shortestPassword} characters`)
  .max(longestPassword, `Use at most ${longestPassword} characters`);

const confirmation = z.string({ error: 'Enter the password again' });

export const loginForm = z.object({
  emailaddress: z.string({ error: 'Enter your e-mail address' }).trim().max(254),
  password: z.string({ error: 'Enter your password' }).max(longestPassword),
});

/** Six boxes of one name, or one text where a code was pasted or comes from a link. */
export const codeForm = z.object({
  code: z
    .union([z.string(), z.array(z.string().optional())])
    .optional()
    .transform((typed) => [typed].flat().join('').trim()),
  rememberbrowser: z.boolean().optional(),
});

export const methodForm = z.object({
  specificmethod: z.string({ error: identityTexts['code.method-unknown'] }).max(64),
});

export const registerForm = z
  .object({
    firstname: required('Enter your first name').max(60),
    lastname: required('Enter your last name').max(60),
    businessname: z.string().max(120).optional(),
    emailaddress: email,
    mobile: phone,
    password: newPassword,
    confirmpassword: confirmation,
  })
  .refine((value) => value.password === value.confirmpassword, {
    path: ['confirmpassword'],
    message: identityTexts['password.mismatch'],
  });

export const termsForm = z.object({
  accept_terms: z.literal(true, { error: 'Tick the box to accept the terms' }),
  email_copy: z.boolean().optional(),
  /** The version that the page showed. */
  terms_version: z.coerce.number().int().optional(),
});

export const forgotPasswordForm = z.object({ emailaddress: email });

export const newPasswordForm = z
  .object({ password: newPassword, confirmpassword: confirmation })
  .refine((value) => value.password === value.confirmpassword, {
    path: ['confirmpassword'],
    message: identityTexts['password.mismatch'],
  });

export const changePasswordForm = z
  .object({
    currentpassword: z.string().max(longestPassword).optional(),
    newpassword: newPassword,
    confirmpassword: confirmation,
  })
  .refine((value) => value.newpassword === value.confirmpassword, {
    path: ['confirmpassword'],
    message: identityTexts['password.mismatch'],
  });

/** The states and territories of the United States, by postal code. */
export const states = {
  AL: 'Alabama',
  AK: 'Alaska',
  AS: 'American Samoa',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  MP: 'Northern Mariana Islands',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  VI: 'U.S. Virgin Islands',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const;

export type StateCode = keyof typeof states;
export const stateCodes = Object.keys(states) as [StateCode, ...StateCode[]];

const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters`)
    .optional()
    .transform((value) => value ?? '');

const optionalPhone = optional(40).refine(
  (value) => value === '' || digitsOf(value).length === identityLimits['mobile.digits'],
  'Enter all 10 digits',
);

const postalDigits = identityLimits['profile.postal-code-digits'];

/** Earliest date of birth, exclusive (doc2 §9). */
const EARLIEST_BIRTH = '1900-01-01';

/** A date as people type it, MM/DD/YYYY, made yyyy-MM-dd; empty stays empty. */
const birthDate = optional(16).transform((typed, context) => {
  if (typed === '') return '';
  const [, month, day, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(typed) ?? [];
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  if (z.iso.date().safeParse(date).success && date > EARLIEST_BIRTH) return date;
  context.addIssue({ code: 'custom', message: 'Enter a date like 04/23/1980, after 01/01/1900' });
  return z.NEVER;
});

export const profileForm = z.object({
  firstname: required('Enter your first name').max(60),
  middlename: optional(60),
  lastname: required('Enter your last name').max(60),
  namesuffix: optional(10),
  businessname: optional(120),
  mobile: optionalPhone,
  businessphone: optionalPhone,
  address1: optional(120),
  address2: optional(120),
  city: optional(80),
  state: z
    .enum(stateCodes, { error: 'Choose a state' })
    .optional()
    .transform((value) => value ?? ('' as const)),
  postalcode: optional(10).refine(
    (value) => value === '' || new RegExp(`^\\d{${postalDigits}}$`).test(value),
    `Enter ${postalDigits} digits`,
  ),
  dateofbirth: birthDate,
});

/** The same for a person whose name and date of birth an ID has proven: the page shows them and asks for the rest. */
export const provenProfileForm = profileForm.omit({
  firstname: true,
  middlename: true,
  lastname: true,
  namesuffix: true,
  dateofbirth: true,
});

const on = z
  .boolean()
  .optional()
  .transform((value) => value ?? false);

/** All six switches: a box that is off is not sent, and means NO. */
export const preferencesForm = z.object({
  network_sharing_master: on,
  network_autoacceptinvite: on,
  network_searchresults: on,
  email_preference_invites: on,
  email_preference_renewal: on,
  shieldscore_clean_autoaccept: on,
});
