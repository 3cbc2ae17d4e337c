import type { Portal } from '#modules/platform/index.ts';
import type { Brand } from './brand.ts';
import { readLogo } from './logo.ts';
import { postalAddress } from './mail-brand.ts';

/** How a PDF document shows in whose name it is made. */
export interface Letterhead {
  name: string;
  /** #RRGGBB */
  color: string;
  /** PNG; null for none. */
  logo: Buffer | null;
  /** One line; null where the company does not show its own. */
  address: string | null;
}

/** @param brand of the host that the document's reader uses */
export async function letterheadOf(portal: Pick<Portal, 'storage'>, brand: Brand): Promise<Letterhead> {
  return {
    name: brand.company_name,
    color: brand.theme.brand,
    logo: await readLogo(portal, brand),
    address: postalAddress(brand),
  };
}
