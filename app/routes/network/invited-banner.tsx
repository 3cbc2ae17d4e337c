import { Banner } from '../../components/index.ts';
import type { FollowedInvitation } from './followed-invitation.server.ts';

type InvitedBannerProps = FollowedInvitation & {
  /** What the page is for. */
  to: 'login' | 'join';
};

/** Says by whose invitation the reader came to the page; nothing if they came without one. */
export function InvitedBanner({
  inviter,
  emailaddress,
  team_role,
  to_company,
  accepted,
  to,
}: InvitedBannerProps) {
  if (inviter === null) return null;
  const verb = to === 'login' || accepted ? 'Log in' : 'Join';
  const address = emailaddress ? (
    <>
      {' '}
      with <b className="anywhere">{emailaddress}</b>
    </>
  ) : null;
  if (accepted) {
    return (
      <Banner icon="users" title={`The invitation from ${inviter} was already accepted.`}>
        {verb}
        {address} to see what you share with them.
      </Banner>
    );
  }
  const asked = team_role
    ? `They ask you to be ${team_role === 'admin' ? 'an admin' : 'a viewer'} of their team.`
    : to_company
      ? 'They ask your company to share its network.'
      : 'They see your score only if you accept.';
  return (
    <Banner icon="users" title={`${inviter} invited you.`}>
      {verb}
      {address} to respond. {asked}
    </Banner>
  );
}
