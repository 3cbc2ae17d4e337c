import { styleSheetVersion, type Theme, themeFor } from './theme.ts';

/**
 * A host's look and the data of its footer. Terms are read separately, because they are long and few pages show them.
 */
export interface Brand {
  /** Null for the portal's own brand. */
  companyId: string | null;
  /** Host with port, in the form in which a browser sends it. */
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
  /** Where people can ask questions: the company's address, or else the portal's. Empty until the portal is set up. */
  support_email: string;
  /** Address of the help pages; empty if there are none. */
  help_url: string;
  /** The address from which every mail is sent; empty until the portal is set up. */
  senderAddress: string;
  /** Who runs the portal: the name of the portal's own brand. */
  portalName: string;
  /** Ready to be used as `src`; empty for the portal's own mark. */
  branding_logo_path: string;
  business_footer: boolean;
  shieldhub_branding: boolean;
  stripepublishablekey: string;
  primary_color: string;
  primary_button_background: string | null;
  primary_button_text: string | null;
  /** The same colors as hex, for mail and PDF. */
  theme: Theme;
  /** Part of the style sheet's address, which changes when the colors do. */
  styleSheetVersion: string;
  timeZone: string;
  /** Where the purchase buttons of the host lead; empty for the portal's own purchase pages (D97). */
  storeUrl: string;
  /** Whether people who register here are invited by the company (D59). */
  networkAutoinvite: boolean;
}

/** A brand in the form in which it is stored. */
type StoredBrand = Omit<Brand, 'theme' | 'styleSheetVersion'>;

/** @param stored with the stored path of the logo */
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
