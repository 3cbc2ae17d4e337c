import type { Portal } from '#modules/platform/index.ts';
import type { Brand } from './brand.ts';
import { readLogo } from './logo.ts';
import { postalAddress } from './mail-brand.ts';

/** The part of a PDF document that shows for whom it is made. */
export interface Letterhead {
  name: string;
  /** #RRGGBB */
  color: string;
  /** PNG; null for none. */
  logo: Buffer | null;
  /** One line; null if the company does not show its own. */
  address: string | null;
}

/** @param brand of the host that the reader of the document uses */
export async function letterheadOf(portal: Pick<Portal, 'storage'>, brand: Brand): Promise<Letterhead> {
  return {
    name: brand.company_name,
    color: brand.theme.brand,
    logo: await readLogo(portal, brand),
    address: postalAddress(brand),
  };
}
