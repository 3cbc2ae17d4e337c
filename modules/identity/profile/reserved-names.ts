import { Port, type Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

interface ReservedNames {
  /** Whether a name is that of the portal. */
  isPortalName(work: Pick<Work, 'portal'>, name: string): Promise<boolean>;
  /** Whether a name is that of the portal, or of a company to which the account does not belong. */
  isReservedName(work: Pick<Work, 'db' | 'portal'>, name: string, accountId: string | null): Promise<boolean>;
}

export const reservedNames = new Port<ReservedNames>('reserved names');

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
  if (businessname && (await reservedNames.of(work.portal).isReservedName(work, businessname, accountId))) {
    throw new Refusal('identity.business-reserved', { field: 'businessname' });
  }
}

/**
 * A person's own name begins no mail, but it stands in invitations and on pages of people who do not know the person.
 * @throws Refusal identity.name-reserved
 */
export async function requireOwnName(
  work: Pick<Work, 'portal'>,
  { firstname, lastname }: { firstname: string; lastname: string },
): Promise<void> {
  if (await reservedNames.of(work.portal).isPortalName(work, `${firstname} ${lastname}`)) {
    throw new Refusal('identity.name-reserved', { field: 'lastname' });
  }
}
