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
  /** The operator of the portal, if the footer on a company's host names it (shieldhub_branding); otherwise null. */
  vendor: string | null;
  /** The year of the footer, as the server has it, so that page and browser agree; null where it is not known. */
  year: number | null;
  /** The URL of the stylesheet with this company's colors; null for the colors of the main stylesheet. */
  stylesheet: string | null;
}

/** What the background check button of the sidebar is called. */
export type CheckOffer = 'purchase' | 'renew';

/** What header, sidebar and banner show about the signed-in person (doc1 §2, doc3 §2). */
export interface ShellData {
  firstname: string;
  lastname: string;
  /** The legal name for the ShieldScore (D98); without a score, the person's own name. */
  name: string;
  emailaddress: string;
  /** The company of a team member, which the sidebar shows under the name. */
  company: string | null;
  /** Whether the person is in the team of an active company and therefore has the tab Company Settings (doc2 §6). */
  companySettings: boolean;
  /** How many of the company's alerts the person has not read; null if the person has no alerts. */
  unreadAlerts: number | null;
  /** The signed URL of the photo; null to show initials. */
  photo: string | null;
  /** Whether the person's ID was verified and the verification has not expired, which the sidebar shows as a badge. */
  verified: boolean;
  /** When the ID was verified. */
  verifiedAt: Date | null;
  staff: boolean;
  shieldId: string | null;
  /** The active ShieldScore; null if there is none. */
  grade: Grade | null;
  /** Whether the score has expired. */
  expired: boolean;
  /** Whether the score is not shared because the payment for its check is disputed. */
  held: boolean;
  /** Since when the active score is under review; null if it is not. */
  reviewSince: Date | null;
  shieldLinkId: string | null;
  /** Whether the person is in the team of a company that has the dashboard. */
  dashboard: boolean;
  offer: CheckOffer;
  /** Whether the person has never started a background check. */
  firstCheck: boolean;
  /** Whether a score waits for the person's decision. */
  scoreWaits: boolean;
  /** When the account will be deleted; null if no deletion was requested. */
  eraseAt: string | Date | null;
  /** That date is past, because something else has to end first. */
  erasureWaits: boolean;
}

export interface Toast {
  id: string;
  tone: 'ok' | 'bad';
  text: string;
  /** In milliseconds: when the toast disappears, if not after the usual time. */
  stays?: number;
}

export const plainBrand: BrandView = {
  name: '',
  logo: null,
  address: null,
  phone: null,
  businessFooter: true,
  vendor: null,
  year: null,
  stylesheet: null,
};
