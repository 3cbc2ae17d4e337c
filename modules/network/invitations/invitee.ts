/** Who an invitation is for: a person with an account, an address, or a company. */
export interface Invitee {
  /** Whether a company is asked to share its network (D55). */
  company?: boolean;
  /** The company, if it was invited by its ShieldLink ID. */
  companyId?: string | null;
  accountId: string | null;
  email: string | null;
  /** The ShieldID that the inviter entered. */
  shieldId: string | null;
  /** The name, if the inviter may know it. */
  firstname: string;
  lastname: string;
  /** The package that the person is asked to buy (D96). */
  packageId?: string | null;
}
