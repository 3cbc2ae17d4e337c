import { z } from 'zod';
import { residence, residenceFor, type ScreeningPackageRow } from '#modules/applications/index.ts';

/** A package in the answer of a purchase: at the price of this purchase, in cents. */
export const packageAnswer = z.object({
  id: z.uuid(),
  crapackageid: z.string(),
  craid: z.string(),
  provider: z.string(),
  package_descrip: z.string(),
  full_package_descrip: z.string(),
  base_price: z.number().int(),
  renewalfrequencyinyears: z.number().int(),
  /** Who it is for: people who have, or have not, lived in a state; null for everybody. */
  residence: residence.nullable(),
});

export function presentPackage(found: ScreeningPackageRow, price: number): z.input<typeof packageAnswer> {
  return {
    id: found.id,
    crapackageid: found.crapackageid,
    craid: found.craid,
    provider: found.provider,
    package_descrip: found.package_descrip,
    full_package_descrip: found.full_package_descrip,
    base_price: price,
    renewalfrequencyinyears: found.renewal_years,
    residence: residenceFor(found),
  };
}
