import type { Grade } from '#modules/platform/browser.ts';

/** Data that a page's frame shows. Loaders provide it. */

/** The company whose host serves the page (doc1 §3 Branding). */
export interface BrandView {
  name: string;
  /** URL of the logo; null shows the product's shield with the name. */
  logo: string | null;
  /** The company's address on one line; null if it has none. */
  address: string | null;
  phone: string | null;
  /** business_footer: whether the footer shows name, phone and address. */
  businessFooter: boolean;
  /** Who runs the portal, where the footer of a company's host names it (shieldhub_branding); else null. */
  vendor: string | null;
  /** URL of the stylesheet with this company's colors; null for the main style sheet's own. */
  stylesheet: string | null;
}

/** Background check button of the sidebar; null when no check can be bought now. */
export type CheckOffer = 'purchase' | 'renew' | null;

/** What header, sidebar and banner show about the signed-in person (doc1 §2, doc3 §2). */
export interface ShellData {
  firstname: string;
  lastname: string;
  /** The legal name beside a ShieldScore (D98); without a score the person's own. */
  name: string;
  emailaddress: string;
  /** The company of a team member, shown under the name in the sidebar. */
  company: string | null;
  /** Is in the team of a company that is not turned off: the tab Company Settings (doc2 §6). */
  companySettings: boolean;
  /** How many of the company's alerts the person has not read; null where there are none to read. */
  unreadAlerts: number | null;
  /** Signed URL of the photo; null shows initials. */
  photo: string | null;
  /** Their ID was verified and has not expired: the badge in the sidebar. */
  verified: boolean;
  staff: boolean;
  shieldId: string | null;
  /** The ShieldScore in force; null without one. */
  grade: Grade | null;
  /** Whether the score has expired. */
  expired: boolean;
  shieldLinkId: string | null;
  /** In the team of a company that has the dashboard. */
  dashboard: boolean;
  offer: CheckOffer;
  /** Never began a background check. */
  firstCheck: boolean;
  /** A score waits for the person's decision. */
  scoreWaits: boolean;
  /** When the account is deleted, while a deletion is asked for. */
  eraseAt: string | Date | null;
}

export interface Toast {
  id: string;
  tone: 'ok' | 'bad';
  text: string;
  /** Milliseconds until it disappears, where that is not as long as for any other. */
  stays?: number;
}

export const plainBrand: BrandView = {
  name: '',
  logo: null,
  address: null,
  phone: null,
  businessFooter: true,
  vendor: null,
  stylesheet: null,
};
