import type { TeamRole } from '#modules/platform/index.ts';

/** The page whose child routes are the team's dialogs. */
export const teamAddress = '/user/profile/company';

export const roleLabels: Record<TeamRole, string> = { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' };

/** What a member with each role can do (doc2 §6). */
export const roleNotes = {
  admin: 'Searches and views the network, and sends, accepts and manages invitations.',
  viewer: 'Searches and views the network.',
} as const;

/** The name of a row of the team: for a member their name, for an invitation its address. */
export function memberName(row: { firstname: string; lastname: string; emailaddress: string }): string {
  return `${row.firstname} ${row.lastname}`.trim() || row.emailaddress;
}
