import { event } from '#modules/platform/index.ts';

/** Staff turned ShieldLink off for a company, whose row is locked (D55). */
export const shieldLinkTurnedOff = event<{ companyId: string }>('enterprise.shieldlink-turned-off');
