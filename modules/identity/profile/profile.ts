import { z } from 'zod';
import { answerOf, changesOf, HOUR, inputOf, operation, person, yesNo } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { anyPassword, changePasswordFields, preferenceFields, profileFields } from '../fields.ts';
import { requireUnusedPassword } from '../passwords/former.ts';
import { hashPassword, requireGoodPassword } from '../passwords/passwords.ts';
import { setPassword } from '../passwords/recovery.ts';
import { getPerson } from '../people.ts';
import { Refusal } from '../refusals.ts';
import { legalSources } from '../rules.ts';
import { holdSession, openSession } from '../sessions/sessions.ts';
import { answerMethod, isOwn, listMethods, methodAnswer } from '../two-step/contact-methods.ts';
import { isProofNeeded, requireProof } from '../two-step/proof.ts';
import { changeProfile } from './changes.ts';
import { listNamesAndAddresses } from './identity-details.ts';
import type { LegalName } from './legal-name.ts';
import { saveOwnPreferences } from './preferences.ts';
import { maskedSsn } from './ssn.ts';
import { isContact, isProven } from './values.ts';

const { firstname, middlename, lastname, address1, address2, city, state, postalcode } = profileFields;
const aliasAnswer = answerOf({ firstname, middlename, lastname });
const addressAnswer = answerOf({ address1, address2, city, state, postalcode });

/** A proven legal name, as pages and calls show it (D98). */
export const legalNameAnswer = z.object({
  name: z.string(),
  source: z.enum(legalSources),
  proven_dts: z.date(),
});

export function answerLegalName(legal: LegalName | null): z.output<typeof legalNameAnswer> | null {
  if (!legal) return null;
  const { firstname, middlename, lastname, namesuffix, source, provenAt } = legal;
  const name = [firstname, middlename, lastname, namesuffix].filter(Boolean).join(' ');
  return { name, source, proven_dts: provenAt };
}

const profileAnswer = answerOf(profileFields).extend({
  suffix: z.string(),
  aliases: z.array(aliasAnswer),
  previous_addresses: z.array(addressAnswer),
  emailaddress: z.string(),
  dateofbirth: z.string().nullable(),
  ssn: z.string().nullable(),
  locked_name_dob: z.boolean(),
  /** The legal name, if an ID or staff have proven it (D98). */
  legal_name: legalNameAnswer.nullable(),
  certification_number: z.string().nullable(),
  current_expiration: z.string().nullable(),
  currenticstatus: z.string().nullable(),
  has_current_verification: yesNo,
  /** When the ID was verified, even if that has expired since; null before (D121). */
  verified_dts: z.date().nullable(),
  profileimageurl: z.string().nullable(),
  user_role: z.string().nullable(),
  selected_two_step_method: z.string(),
  alternative_contact_methods: z.array(methodAnswer),
  network_sharing_master: yesNo,
  network_autoacceptinvite: yesNo,
  network_searchresults: yesNo,
  email_preference_invites: yesNo,
  email_preference_renewal: yesNo,
  email_preference_marketing: yesNo,
  criticalemails: yesNo,
  shieldscore_clean_autoaccept: yesNo,
});

/** The person's own profile, with the SSN masked (doc2 §3, D44). */
export const myProfile = operation({
  name: 'identity.my-profile',
  summary: "The signed-in person's profile.",
  access: person,
  kind: 'read',
  mayLag: true,
  input: z.object({}),
  output: z.object({ profile: profileAnswer }),
  async run(work) {
    const { accountId, facts, teamRole, profileimageurl } = work.caller;
    const [{ preferences, ...own }, { aliases, previousAddresses }, methods] = await Promise.all([
      getPerson(work, accountId),
      listNamesAndAddresses(work, accountId),
      listMethods(work, accountId),
    ]);
    return {
      profile: {
        ...own,
        ...preferences,
        suffix: own.namesuffix,
        legal_name: answerLegalName(own.legal),
        aliases,
        previous_addresses: previousAddresses,
        ssn: own.has_ssn ? await maskedSsn(work, accountId) : null,
        certification_number: facts.certification_number,
        current_expiration: facts.certification_expiration,
        currenticstatus: facts.certification_score,
        has_current_verification: facts.has_current_verification,
        verified_dts: facts.verified_at,
        profileimageurl,
        user_role: teamRole,
        selected_two_step_method: own.two_step_method,
        alternative_contact_methods: methods.filter((method) => !isOwn(method)).map(answerMethod),
      },
    };
  },
});

/**
 * Saves the given fields and switches. An admin session may not change how the person is reached (D107), and changing a
 * number that codes are sent to needs a recent second step (D14). Name and date of birth cannot be changed after a
 * check was accepted (doc2 §2.2, D98).
 */
export const updateProfile = operation({
  name: 'identity.update-profile',
  summary: "Saves fields and switches of the signed-in person's profile.",
  access: person,
  kind: 'write',
  input: z.object({
    profileobject: changesOf({ ...profileFields, ...preferenceFields }),
    /** What the page showed for these fields: a field that was changed elsewhere in the meantime is not overwritten. */
    seen: changesOf(profileFields).optional(),
  }),
  output: z.object({}),
  throttle: { by: 'account', limit: 600, per: HOUR },
  async run(work, { profileobject: given, seen }) {
    const { accountId } = work.caller;
    await saveOwnPreferences(work, given);
    const unproven = given.mobile !== undefined && (await isProofNeeded(work));
    const changes = await changeProfile(work, accountId, given, (changed, account, before) => {
      const elsewhere = changed.find((name) => seen?.[name] !== undefined && seen[name] !== before[name]);
      if (elsewhere) throw new Refusal('identity.profile-changed-elsewhere', { field: elsewhere });
      if (work.caller.adminAccountId && changed.some(isContact)) throw new Refusal('not-in-admin-session');
      // Codes are sent to a proven number, so another number changes how the person signs in (D14).
      if (unproven && account.mobile_verified_at && changed.includes('mobile')) {
        throw new Refusal('identity.mobile-needs-proof', { field: 'mobile' });
      }
      const locked = account.locked_name_dob && changed.find(isProven);
      if (locked) throw new Refusal('identity.profile-locked', { field: locked });
    });
    if (changes.length === 0) return {};
    const changed = changes.map(({ name }) => name);
    await work.audit({ action: identityAudit.profileChanged, about: accountId, detail: { changed } });
    work.afterCommit(() => work.visit.forgetCaller());
    return {};
  },
});

/** Changes the password: with the current one, or within 10 minutes of a second step (D14). */
export const updatePassword = operation({
  name: 'identity.update-password',
  summary: 'Changes the password and ends every other session of the person.',
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf({ newpassword: anyPassword, currentpassword: changePasswordFields.currentpassword }),
  invalidAs: (options) => new Refusal('identity.password-incomplete', options),
  output: z.object({}),
  throttle: { by: 'account', limit: 20, per: HOUR },
  async run(work, { newpassword, currentpassword }) {
    const { accountId, sessionId } = work.caller;
    await requireProof(work, currentpassword);
    const owner = await getPerson(work, accountId);
    await requireGoodPassword(newpassword, owner, 'newpassword');
    await requireUnusedPassword(work, accountId, newpassword, 'newpassword');
    const passwordHash = await hashPassword(work.portal.config, newpassword);
    await work.apart(async (inside) => {
      const proof = await holdSession(inside, { accountId, sessionId });
      await setPassword(inside, accountId, passwordHash);
      // The time of the last second step stays the same: a new password does not prove it (D14). No browser is
      // remembered any longer.
      await openSession(inside, { accountId, ...proof, browserId: null });
    });
    return {};
  },
});
