import { z } from 'zod';
import { type Caller, changesOf, HOUR, operation, person, type Work } from '#modules/platform/index.ts';
import { preferenceFields } from '../fields.ts';
import { getPerson, type Preferences, savePreferences } from '../people.ts';
import { Refusal } from '../refusals.ts';
import { findTerms, keepAcceptance, ownTerms } from '../terms/terms.ts';

/** The person's own switches (D81): the given ones are set, the others stay the same. */
export const updatePreferences = operation({
  name: 'identity.update-preferences',
  summary: "Sets the person's privacy and communication switches.",
  access: person,
  kind: 'write',
  input: changesOf(preferenceFields),
  output: z.object({}),
  throttle: { by: 'account', limit: 600, per: HOUR },
  async run(work, changes) {
    await saveOwnPreferences(work, changes);
    return {};
  },
});

/** Switched on, these accept things for the person that an admin session may not accept (D16, D107). */
const accepting = ['network_autoacceptinvite', 'shieldscore_clean_autoaccept'] as const;

/**
 * Saves switches of the signed-in person.
 * @throws Refusal not-in-admin-session for a switch that an admin session may not turn on
 */
export async function saveOwnPreferences(
  work: Pick<Work<Caller>, 'db' | 'audit' | 'publish' | 'caller' | 'now' | 'visit'>,
  changes: Partial<Preferences>,
): Promise<void> {
  const { accountId, adminAccountId } = work.caller;
  const { preferences } = await getPerson(work, accountId);
  if (adminAccountId && accepting.some((name) => changes[name] && !preferences[name]))
    throw new Refusal('not-in-admin-session');
  if (changes.shieldscore_clean_autoaccept && !preferences.shieldscore_clean_autoaccept) {
    // A score is accepted only under its terms; the page says so next to the switch.
    const terms = await findTerms(work, ownTerms('score'));
    if (terms) await keepAcceptance(work, accountId, terms, { of: 'score' });
  }
  await savePreferences(work, accountId, changes);
}
