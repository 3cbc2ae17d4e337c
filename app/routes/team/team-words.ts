import type { TeamRole } from '#modules/platform/index.ts';

/** The page of which the team's dialogs are children. */
export const teamAddress = '/user/profile/company';

export const roleLabels: Record<TeamRole, string> = { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' };

/** What each role that can be given may do (doc2 §6). */
export const roleNotes = {
  admin: 'Searches and views the network, and sends, accepts and manages invitations.',
  viewer: 'Searches and views the network.',
} as const;

/** How a row of the team is called: a member by their name, an invitation by its address. */
export function memberName(row: { firstname: string; lastname: string; emailaddress: string }): string {
  return `${row.firstname} ${row.lastname}`.trim() || row.emailaddress;
}
