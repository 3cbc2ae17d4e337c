import { z } from 'zod';
import { getPerson, type Person } from '#modules/identity/index.ts';
import type { Work } from '#modules/platform/index.ts';

/** Every staff call that is about one person names them so. */
export const userId = z.object({ userid: z.uuid() });

/** The person that staff ask about. @throws Refusal not-found */
export function getSubject(work: Work<unknown>, accountId: string): Promise<Person> {
  return getPerson(work, accountId);
}
