import { findPersonByEmail } from '#modules/identity/index.ts';
import { exitCodes, type Portal, StartError } from '#modules/platform/index.ts';

/**
 * The account that is named by its id or email address.
 * @throws StartError if no account has the address
 */
export async function accountOf(portal: Portal, named: string): Promise<string> {
  if (!named.includes('@')) return named;
  const person = await portal.work('cli.find-person', (work) => findPersonByEmail(work, named));
  if (person) return person.accountId;
  throw new StartError(`There is no account ${named}.`, exitCodes.notFound);
}
