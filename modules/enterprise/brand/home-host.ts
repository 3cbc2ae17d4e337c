import type { Portal } from '#modules/platform/index.ts';
import { brandForCompany, findBrandOfHost } from './brands.ts';

/**
 * The host that a person is sent to after sign-in (D15): that of their company's client portal, or else the branded
 * host on which they registered, as long as the portal serves it. Null if there is none.
 */
export async function homeHostOf(
  portal: Portal,
  { companyId, registeredHost }: { companyId: string | null; registeredHost: string },
): Promise<{ host: string; origin: string } | null> {
  const company = await brandForCompany(portal, companyId);
  if (company.companyId !== null) return company;
  const registered = await findBrandOfHost(portal, registeredHost);
  return registered && registered.companyId !== null ? registered : null;
}
