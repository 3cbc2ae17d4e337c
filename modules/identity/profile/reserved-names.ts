import { Port, type Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

/** Whether a name is that of the portal, or of a company to which the account does not belong. */
type IsReserved = (
  work: Pick<Work, 'db' | 'portal'>,
  name: string,
  accountId: string | null,
) => Promise<boolean>;

export const reservedNames = new Port<IsReserved>('reserved names');

/**
 * A person's business is shown to people who do not know the person, so it must not be the portal's or a company's name
 * (D109).
 * @param accountId null for an account that is being created
 * @throws Refusal identity.business-reserved
 */
export async function requireOwnBusiness(
  work: Pick<Work, 'db' | 'portal'>,
  businessname: string | undefined,
  accountId: string | null,
): Promise<void> {
  if (businessname && (await reservedNames.of(work.portal)(work, businessname, accountId))) {
    throw new Refusal('identity.business-reserved', { field: 'businessname' });
  }
}
