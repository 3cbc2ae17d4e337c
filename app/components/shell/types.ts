import type { Grade } from '#modules/platform/browser.ts';

/** What the frame of a page shows. Loaders fill these; the components are pure. */

/** The company whose host serves the page (doc1 §3 Branding). */
export interface BrandView {
  name: string;
  /** Address of the logo; null shows the product's own shield with the name. */
  logo: string | null;
  /** The company's address on one line; null where it has none. */
  address: string | null;
  phone: string | null;
  /** business_footer: whether name, phone and address stand in the footer. */
  businessFooter: boolean;
  /** shieldhub_branding: whether the footer names the product. */
  vendorBranding: boolean;
  /** Address of the stylesheet with this company's colours; null for the product's own. */
  stylesheet: string | null;
}

/** Background check button of the sidebar: none while an application is under way or the role does not buy. */
export type CheckOffer = 'purchase' | 'renew' | null;

/** Everything that header, sidebar and banner say about the signed-in person (doc1 §2, doc3 §2). */
export interface ShellData {
  firstname: string;
  lastname: string;
  emailaddress: string;
  /** The company of a team member: under the name in the sidebar. */
  company: string | null;
  /** Signed address of the photo; null shows initials. */
  photo: string | null;
  /** Has a current verification: the badge in the sidebar. */
  verified: boolean;
  staff: boolean;
  shieldId: string | null;
  /** The ShieldScore in force; null without one. */
  grade: Grade | null;
  shieldLinkId: string | null;
  offer: CheckOffer;
  dashboard: boolean;
  alerts: boolean;
  unreadAlerts: number;
  /** The person that a member of staff acts as; null outside an admin session (D16). */
  adminSession: { emailaddress: string } | null;
}

export interface Toast {
  id: string;
  tone: 'ok' | 'bad';
  text: string;
}

export const vendor = 'ShieldHub';

export const plainBrand: BrandView = {
  name: vendor,
  logo: null,
  address: null,
  phone: null,
  businessFooter: true,
  vendorBranding: true,
  stylesheet: null,
};
