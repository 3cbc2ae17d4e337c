import { z } from 'zod';
import { getPerson, type Person } from '#modules/identity/index.ts';
import type { Work } from '#modules/platform/index.ts';

/** The input of every staff call about one person. */
export const userId = z.object({ userid: z.uuid() });

/** The person whom a staff call is about. @throws Refusal not-found */
export function getSubject(work: Work<unknown>, accountId: string): Promise<Person> {
  return getPerson(work, accountId);
}
