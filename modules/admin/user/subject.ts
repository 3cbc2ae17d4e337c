import { z } from 'zod';
import { getPerson, type Person } from '#modules/identity/index.ts';
import type { Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

/** The input of every staff call about one person. */
export const userId = z.object({ userid: z.uuid() });

/** The person whom a staff call is about. @throws Refusal not-found */
export function getSubject(work: Work<unknown>, accountId: string): Promise<Person> {
  return getPerson(work, accountId);
}

/**
 * The same for a call that does something to the person. Calls that find the person by something else are refused with
 * their audit entry.
 * @throws Refusal not-found, person-erased
 */
export async function getLivingSubject(work: Work<unknown>, accountId: string): Promise<Person> {
  const person = await getSubject(work, accountId);
  if (person.erased_at) throw new Refusal('person-erased', { detail: accountId });
  return person;
}
