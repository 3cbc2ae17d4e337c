import { z } from 'zod';
import { type PreferenceName, preferenceFields, profileFields } from '#modules/identity/fields.ts';
import {
  changeAddress,
  changeProfile,
  isProven,
  lockAccount,
  type Person,
  type ProfileName,
  profileNames,
  profileOf,
  savePreferences,
  sendAccountChanged,
} from '#modules/identity/index.ts';
import { changesOf, fingerprintOf, operation, schemaOf, staff, type Work } from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { lockedUserFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { getLivingSubject, userId } from './subject.ts';

/** How staff change a person's profile and switches: one section in one transaction (doc3 §2, §3). */

const preferenceNames = Object.keys(preferenceFields) as PreferenceName[];

/** The sections of the record that can be saved. */
type Section = 'profile' | 'privacy';

/** The fingerprint that a page keeps of the section that it showed, and sends back with a save. */
export function sectionFingerprint(person: Person, section: Section): string {
  if (section === 'profile') {
    const { emailaddress, locked_name_dob } = person;
    return fingerprintOf({ ...profileOf(person), emailaddress, locked_name_dob });
  }
  return fingerprintOf(Object.fromEntries(preferenceNames.map((name) => [name, person.preferences[name]])));
}

/**
 * Saves the given parts of a person's profile and switches. If the address changes, the new one is used to sign in from
 * now on. The person is told which details changed.
 * @throws Refusal not-found, admin.changed-meanwhile, admin.identity-locked, identity.address-exists
 */
export const saveUser = operation({
  name: 'admin.save-user',
  summary: "Saves fields or switches of a person's profile.",
  access: staff,
  kind: 'write',
  input: changesOf({ ...profileFields, ...preferenceFields }).extend({
    emailaddress: schemaOf(lockedUserFields.emailaddress).optional(),
    userid: userId.shape.userid,
    /** The fingerprint of the section that the page showed; without it, whatever is stored is overwritten. */
    seen: z.string().max(64).optional(),
  }),
  output: z.object({ changed: z.array(z.string()) }),
  async run(work, { userid, seen, emailaddress, ...given }) {
    await lockAccount(work, userid);
    const person = await getLivingSubject(work, userid);
    const section = preferenceNames.some((name) => given[name] !== undefined) ? 'privacy' : 'profile';
    if (seen && seen !== sectionFingerprint(person, section)) throw new Refusal('admin.changed-meanwhile');
    const diff = {
      ...(await saveFields(work, userid, given)),
      ...(await saveAddress(work, userid, emailaddress)),
      ...(await saveSwitches(work, person, given)),
    };
    const changed = Object.keys(diff);
    if (changed.length === 0) return { changed };
    await work.audit({ action: adminAudit.userSaved, about: userid, detail: diff });
    const told = [...profileNames, ...preferenceNames].filter((name) => name in diff);
    if (told.length > 0) await work.enqueue(sendAccountChanged, { accountId: userid, changed: told });
    return { changed };
  },
});

/** What changed, by the name of the field: 'before → after'. */
type Diff = Record<string, string>;

const arrow = (from: string, to: string) => `${from || 'empty'} → ${to || 'empty'}`;

async function saveFields(
  work: Work<unknown>,
  userid: string,
  given: Partial<Record<ProfileName, string>>,
): Promise<Diff> {
  const changes = await changeProfile(work, userid, given, (changed, { locked_name_dob }) => {
    const locked = locked_name_dob && changed.find(isProven);
    if (locked) throw new Refusal('admin.identity-locked', { field: locked });
  });
  return Object.fromEntries(changes.map(({ name, from, to }) => [name, arrow(from, to)]));
}

async function saveAddress(
  work: Work<unknown>,
  userid: string,
  emailaddress: string | undefined,
): Promise<Diff> {
  const former = emailaddress === undefined ? null : await changeAddress(work, userid, emailaddress);
  return former === null || emailaddress === undefined ? {} : { emailaddress: arrow(former, emailaddress) };
}

async function saveSwitches(
  work: Work<unknown>,
  { accountId, preferences }: Person,
  given: Partial<Record<PreferenceName, boolean>>,
): Promise<Diff> {
  const changed = preferenceNames.flatMap((name) => {
    const to = given[name];
    return to === undefined || to === preferences[name] ? [] : [[name, to] as const];
  });
  await savePreferences(work, accountId, Object.fromEntries(changed));
  return Object.fromEntries(changed.map(([name, to]) => [name, to ? 'off → on' : 'on → off']));
}
