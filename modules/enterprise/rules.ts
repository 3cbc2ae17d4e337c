import type { TeamRole } from '#modules/platform/index.ts';
import { hasCheckDigit, randomCheckedDigits } from '#modules/platform/index.ts';

const teamRoles: readonly TeamRole[] = ['viewer', 'admin', 'owner'];

/** A viewer searches and views; an admin also sends, accepts, and manages invites; the owner may do everything (doc2 §6). */
export function roleAtLeast(role: TeamRole, least: TeamRole): boolean {
  return teamRoles.indexOf(role) >= teamRoles.indexOf(least);
}

/**
 * How a member of a team relates to the company: YES for the owner; BLOCKED for the others, who have to leave it before
 * they can have a company of their own; NO if staff have turned the company off (doc3 §4).
 */
export function enterpriseFlagOf(enabled: boolean, role: TeamRole): 'YES' | 'NO' | 'BLOCKED' {
  if (!enabled) return 'NO';
  return role === 'owner' ? 'YES' : 'BLOCKED';
}

/** SL and nine random digits, the last of which is a check digit (D4). */
export function newShieldLinkId(): string {
  return `SL${randomCheckedDigits()}`;
}

export function isShieldLinkId(value: string): boolean {
  return /^SL\d{9}$/.test(value) && hasCheckDigit(value.slice(2));
}
