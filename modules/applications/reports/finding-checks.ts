import type { Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import type { ApplicationStatus } from '../statuses.ts';

/**
 * A person's check as staff name it: by its id or, if one is given, by the agency's number.
 * @throws Refusal not-found
 */
export async function findCheck(
  work: Pick<Work, 'db'>,
  named: { accountId: string; applicationId: string; profileNumber?: string | undefined },
): Promise<{ status: ApplicationStatus }> {
  const found = await work.db
    .selectFrom('application')
    .select('status')
    .where('id', '=', named.applicationId)
    .where('account_id', '=', named.accountId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: 'the check of somebody else' });
  if (named.profileNumber) {
    const order = await work.db
      .selectFrom('cra_order')
      .select('id')
      .where('application_id', '=', named.applicationId)
      .where('profile_number', '=', named.profileNumber)
      .executeTakeFirst();
    if (!order) throw new Refusal('not-found', { detail: 'the profile of another check' });
  }
  return found;
}
