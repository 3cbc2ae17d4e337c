import { z } from 'zod';
import {
  HOUR,
  isoDate,
  operation,
  person,
  phoneNumber,
  plainText,
  sql,
  trimmed,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { identityAudit } from './audit.ts';
import { Account } from './entities/account.ts';
import { personChanged } from './events.ts';
import { stateCodes } from './forms.ts';
import { listAliases, listPreviousAddresses } from './identity-details.ts';
import { identityTimings } from './limits.ts';
import { hashPassword, passwordMatches, requireGoodPassword } from './passwords.ts';
import { getPerson } from './people.ts';
import { setPassword } from './recovery.ts';
import { Refusal } from './refusals.ts';
import { holdSession, openSession } from './sessions.ts';
import { maskedSsn } from './ssn.ts';

const aliasAnswer = z.object({ firstname: z.string(), middlename: z.string(), lastname: z.string() });
const addressAnswer = z.object({
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postalcode: z.string(),
});

const profileAnswer = addressAnswer.extend({
  firstname: z.string(),
  middlename: z.string(),
  lastname: z.string(),
  namesuffix: z.string(),
  suffix: z.string(),
  aliases: z.array(aliasAnswer),
  previous_addresses: z.array(addressAnswer),
  businessname: z.string(),
  emailaddress: z.string(),
  mobile: z.string(),
  businessphone: z.string(),
  dateofbirth: z.string().nullable(),
  ssn: z.string().nullable(),
  locked_name_dob: z.boolean(),
  certification_number: z.string().nullable(),
  current_expiration: z.string().nullable(),
  currenticstatus: z.string().nullable(),
  has_current_verification: yesNo,
  profileimageurl: z.string().nullable(),
  user_role: z.string().nullable(),
  selected_two_step_method: z.string(),
  network_sharing_master: yesNo,
  network_autoacceptinvite: yesNo,
  network_searchresults: yesNo,
  email_preference_invites: yesNo,
  email_preference_renewal: yesNo,
  email_preference_marketing: yesNo,
  criticalemails: yesNo,
  shieldscore_clean_autoaccept: yesNo,
});

/** The person's own profile; the SSN masked (doc2 §3, D44). */
export const myProfile = operation({
  name: 'identity.my-profile',
  summary: "Gives the signed-in person's profile.",
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({ profile: profileAnswer }),
  async run(work) {
    const { accountId, facts, teamRole, profileimageurl } = work.caller;
    const { preferences, ...own } = await getPerson(work, accountId);
    return {
      profile: {
        ...own,
        ...preferences,
        suffix: own.namesuffix,
        aliases: await listAliases(work, accountId),
        previous_addresses: await listPreviousAddresses(work, accountId),
        ssn: own.has_ssn ? await maskedSsn(work, accountId) : null,
        certification_number: facts.certification_number,
        current_expiration: facts.certification_expiration,
        currenticstatus: facts.certification_score,
        has_current_verification: facts.has_current_verification,
        profileimageurl,
        user_role: teamRole,
        selected_two_step_method: own.two_step_method,
      },
    };
  },
});

/** A field that may be emptied, or must fit. */
const orEmpty = <T extends z.ZodType<string>>(schema: T) => z.union([z.literal(''), schema]);

const birthDate = isoDate().refine((value) => value > '1900-01-01', 'Enter a date after 01/01/1900');

const profileChanges = z.object({
  firstname: trimmed(60, 1),
  middlename: trimmed(60),
  lastname: trimmed(60, 1),
  namesuffix: trimmed(10),
  businessname: trimmed(120),
  mobile: orEmpty(phoneNumber()),
  businessphone: orEmpty(phoneNumber()),
  address1: trimmed(120),
  address2: trimmed(120),
  city: trimmed(80),
  state: orEmpty(z.enum(stateCodes)),
  postalcode: orEmpty(z.string().regex(/^\d{5}$/, 'Enter 5 digits')),
  dateofbirth: orEmpty(birthDate),
});

const lockedFields = ['firstname', 'middlename', 'lastname', 'namesuffix', 'dateofbirth'] as const;

/** Saves the fields that are given. Name and date of birth that an ID has proven are refused (doc2 §2.2). */
export const updateProfile = operation({
  name: 'identity.update-profile',
  summary: "Saves fields of the signed-in person's profile.",
  access: person,
  kind: 'write',
  input: z.object({ profileobject: profileChanges.partial() }),
  output: z.object({}),
  throttle: { by: 'account', limit: 600, per: HOUR },
  async run(work, { profileobject: given }) {
    const { accountId } = work.caller;
    const account = await work.em.findOneOrFail(Account, { id: accountId });
    const before = currentFields(account);
    const changed = Object.entries(given).filter(
      ([field, value]) => value !== undefined && value !== before[field as keyof typeof before],
    );
    if (changed.length === 0) return {};
    const names = changed.map(([field]) => field);
    if (account.lockedNameDob && lockedFields.some((field) => names.includes(field))) {
      throw new Refusal('identity.profile-locked', {
        field: lockedFields.find((field) => names.includes(field)),
      });
    }
    requirePlausibleBirth(given.dateofbirth, work.now);
    const { dateofbirth, ...plain } = given;
    work.em.assign(account, plain);
    if (dateofbirth !== undefined) account.dateofbirth = dateofbirth || null;
    // A new number has proven nothing yet: no code goes there until it has (D11).
    if (names.includes('mobile')) {
      account.mobileVerifiedAt = null;
      if (account.twoStepMethod === 'SMS') account.twoStepMethod = 'EMAIL';
    }
    await work.em.flush();
    await work.audit({ action: identityAudit.profileChanged, about: accountId, detail: { changed: names } });
    await work.publish(personChanged, { accountId });
    work.afterCommit(() => work.visit.forgetCaller());
    return {};
  },
});

function currentFields(account: Account): Record<keyof z.output<typeof profileChanges>, string> {
  const { firstname, middlename, lastname, namesuffix, businessname, mobile, businessphone } = account;
  const { address1, address2, city, state, postalcode, dateofbirth } = account;
  return {
    firstname,
    middlename,
    lastname,
    namesuffix,
    businessname,
    mobile,
    businessphone,
    address1,
    address2,
    city,
    state,
    postalcode,
    dateofbirth: dateofbirth ?? '',
  };
}

function requirePlausibleBirth(date: string | undefined, now: Date): void {
  if (date && date >= now.toISOString().slice(0, 10)) {
    throw new Refusal('invalid-input', {
      field: 'dateofbirth',
      issues: { dateofbirth: ['Enter a date before today'] },
    });
  }
}

/** Changes the password: with the current one, or within 10 minutes of a second step (D14). */
export const updatePassword = operation({
  name: 'identity.update-password',
  summary: 'Changes the password; every other session of the person ends.',
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: z.object({ newpassword: plainText(128, 1), currentpassword: plainText(128).optional() }),
  invalidAs: (options) => new Refusal('identity.password-incomplete', options),
  output: z.object({}),
  throttle: { by: 'account', limit: 20, per: HOUR },
  async run(work, { newpassword, currentpassword }) {
    const { accountId, sessionId } = work.caller;
    await requireProof(work, currentpassword);
    const owner = await getPerson(work, accountId);
    await requireGoodPassword(newpassword, owner, 'newpassword');
    const passwordHash = await hashPassword(newpassword);
    await work.apart(async (inside) => {
      await holdSession(inside, { accountId, sessionId });
      await setPassword(inside, accountId, passwordHash);
      await openSession(inside, { accountId, twoStepDone: true, remembered: false });
    });
    return {};
  },
});

async function requireProof(
  work: Pick<Work<{ accountId: string; sessionId: string }>, 'row' | 'caller' | 'now'>,
  password: string | undefined,
): Promise<void> {
  const { accountId, sessionId } = work.caller;
  const row = await work.row(sql<{ password_hash: string; two_step_at: Date | null }>`
    select account.password_hash, session.two_step_at from account
      join session on session.account_id = account.id
    where account.id = ${accountId} and session.id = ${sessionId}`);
  if (password) {
    if (row && (await passwordMatches(password, row.password_hash))) return;
    throw new Refusal('identity.password-current-wrong', { field: 'currentpassword' });
  }
  const recent = work.now.getTime() - identityTimings['password.recent-two-step'];
  if (row?.two_step_at && new Date(row.two_step_at).getTime() >= recent) return;
  throw new Refusal('identity.password-confirmation-needed', { field: 'currentpassword' });
}
