import { event, type TeamRole } from '#modules/platform/index.ts';

/** A company's host is no longer served under its brand. It may be another company's later (D114). */
export const hostReleased = event<{ host: string }>('enterprise.host-released');

/** Staff turned ShieldLink off for a company, whose row is locked (D55). */
export const shieldLinkTurnedOff = event<{ companyId: string }>('enterprise.shieldlink-turned-off');

/** Staff turned a company off, whose row is locked. Its keys, webhooks and coupons stop with the flag itself. */
export const companyTurnedOff = event<{ companyId: string }>('enterprise.company-turned-off');

/** A company has another owner. `removeCard`: its saved card does not stay with it (D143). */
export const ownerSwitched = event<{ companyId: string; removeCard: boolean }>('enterprise.owner-switched');

/** A member of a team has another role, or left it (null). */
export const teamRoleChanged = event<{ companyId: string; accountId: string; role: TeamRole | null }>(
  'enterprise.team-role-changed',
);
