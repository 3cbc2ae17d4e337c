import { styleSheetVersion, type Theme, themeFor } from './theme.ts';

/** A host's look and the data of its footer. Terms are read separately: they are long, and few pages show them. */
export interface Brand {
  /** null: the portal's own brand. */
  companyId: string | null;
  /** Host with port, as a browser sends it. */
  host: string;
  /** Scheme and host for absolute links, without a slash at the end (D15). */
  origin: string;
  company_name: string;
  legal_name: string;
  company_address1: string;
  company_address2: string;
  company_city: string;
  company_state: string;
  company_postalcode: string;
  company_country: string;
  company_phone: string;
  company_url: string;
  /** Where questions are answered: a company's, or else the portal's. Empty while the portal is not set up. */
  support_email: string;
  /** Address of help pages; empty for none. */
  help_url: string;
  /** The address that every mail comes from; empty while the portal is not set up. */
  senderAddress: string;
  /** Who runs the portal: the name of the portal's own brand. */
  portalName: string;
  /** Ready for `src`; empty for the portal's own mark. */
  branding_logo_path: string;
  business_footer: boolean;
  shieldhub_branding: boolean;
  stripepublishablekey: string;
  primary_color: string;
  primary_button_background: string | null;
  primary_button_text: string | null;
  /** The same colors as hex, for mail and PDF. */
  theme: Theme;
  /** Part of the style sheet's address: changes when the colors do. */
  styleSheetVersion: string;
  timeZone: string;
  /** Where the purchase buttons of the host lead; empty for the portal's own purchase (D97). */
  storeUrl: string;
  /** Whoever registers here is invited by the company (D59). */
  networkAutoinvite: boolean;
}

/** A brand as it is stored. */
type StoredBrand = Omit<Brand, 'theme' | 'styleSheetVersion'>;

/** @param stored with the path of the logo as it is stored */
export function toBrand(stored: StoredBrand): Brand {
  return {
    ...stored,
    branding_logo_path: logoAddress(stored.branding_logo_path),
    theme: themeFor(stored),
    styleSheetVersion: styleSheetVersion(stored),
  };
}

/** A path that does not begin with https is under /images/ (doc1 §3). */
export function logoAddress(path: string): string {
  return path === '' || path.startsWith('https') ? path : `/images/${path.replace(/^\/+/, '')}`;
}
