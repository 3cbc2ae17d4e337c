import { useParams } from '@remix-run/react';
import type { TeamRole } from '#modules/platform/index.ts';

/**
 * The page with the card of a team, whose child routes are the team's dialogs: Company Settings, or the company's
 * record in the console.
 * @param userid the owner whose record it is; undefined for the team's own page
 */
export const teamAddress = (userid?: string) =>
  userid === undefined ? '/user/profile/company' : `/admin/user/${userid}/enterprise`;

/** The address before those of the dialogs. */
export function useDialogsOfTeam(): string {
  const { userid } = useParams();
  return userid === undefined ? teamAddress() : `${teamAddress(userid)}/team`;
}

export const roleLabels: Record<TeamRole, string> = { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' };

/** What a member with each role can do (doc2 §6). */
export const roleNotes = {
  admin: 'Searches and views the network, and sends, accepts, and manages invitations.',
  viewer: 'Searches and views the network.',
} as const;

/** The name of a row of the team: for a member their name, for an invitation its address. */
export function memberName(row: { firstname: string; lastname: string; emailaddress: string }): string {
  return `${row.firstname} ${row.lastname}`.trim() || row.emailaddress;
}
