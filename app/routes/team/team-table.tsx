import { Link } from '@remix-run/react';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import type { TeamRole } from '#modules/platform/index.ts';
import { Badge, type GridContext, Person } from '../../components/index.ts';
import { memberName, roleLabels } from './team-words.ts';

/** The cells of a team's table, for its members and for staff. */

/** A member of a team, or an open invitation into it. */
export interface TeamRow {
  firstname: string;
  lastname: string;
  emailaddress: string;
  role: TeamRole;
  accepted: boolean;
  issue_coupons: boolean;
  last_auth_dts: Date | null;
  profileimageurl: string | null;
  invite_dts: Date | null;
  invite_expires_dts: Date | null;
  /** The member's account, for staff. */
  userid?: string | null;
}

export const teamRowId = (row: { memberid: string | null; invitationid: string | null }) =>
  row.memberid ?? row.invitationid ?? '';

export function MemberCell({ row }: { row: TeamRow }) {
  return (
    <Person
      firstname={row.firstname || row.emailaddress}
      lastname={row.lastname}
      name={
        row.userid ? (
          <Link to={`/admin/user/${row.userid}`} className="anywhere">
            {memberName(row)}
          </Link>
        ) : (
          <span className="anywhere">{memberName(row)}</span>
        )
      }
      note={row.accepted ? row.emailaddress : null}
      photo={row.profileimageurl}
    />
  );
}

/** The role, and the state of an invitation. */
export function RoleCell({ row, now }: { row: TeamRow; now: Date | undefined }) {
  const { role, accepted, invite_expires_dts: expires } = row;
  const expired = now !== undefined && expires !== null && expires <= now;
  return (
    <span className="row row-tight">
      <Badge>{roleLabels[role]}</Badge>
      {accepted ? null : (
        <Badge tone={expired ? 'bad' : 'warn'}>{expired ? 'Invite expired' : 'Pending Invite'}</Badge>
      )}
    </span>
  );
}

/** Whether a member may issue the company's coupons, in words (D60). */
export function couponWords({ role, issue_coupons, accepted }: TeamRow): string {
  if (role === 'owner') return 'Always';
  if (role === 'viewer') return 'Not for viewers';
  if (!accepted) return 'Not yet';
  return issue_coupons ? 'Yes' : 'No';
}

export function LastLoginCell({ row, context }: { row: TeamRow; context: GridContext | undefined }) {
  const { accepted, last_auth_dts, invite_dts } = row;
  if (last_auth_dts) return formatDateTime(last_auth_dts, context?.timeZone);
  const words = accepted || !invite_dts ? 'Never' : `Invited ${formatDate(invite_dts, context?.timeZone)}`;
  return <span className="faint">{words}</span>;
}
