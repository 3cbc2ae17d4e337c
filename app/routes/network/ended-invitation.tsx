import type { getLink } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { DeadLink } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';

type Ended = NonNullable<OutputOf<typeof getLink>['ended']>;

interface EndedInvitationProps {
  ended: Omit<Ended, 'at'> & { at: Date | string | null };
}

/** The page for the link of an invitation that ended: what it was, and how to get a new one. */
export function EndedInvitation({ ended: { how, at, inviter, team } }: EndedInvitationProps) {
  const { timeZone } = useRoot();
  const on = at === null ? '' : ` on ${formatDate(at, timeZone)}`;
  const invitation = team ? `The invitation to the team of ${inviter}` : `The invitation from ${inviter}`;
  const words: Record<Ended['how'], { title: string; lead: string }> = {
    expired: {
      title: 'This invitation has expired',
      lead: `${invitation} expired${on}. Ask them for a new one.`,
    },
    canceled: {
      title: 'This invitation was canceled',
      lead: `${invitation} was canceled${on}. If you think this is a mistake, ask them for a new one.`,
    },
    removed: {
      title: 'This invitation has ended',
      lead: `${invitation} was accepted, and the connection ended${on}. To connect again, ask them for a new one.`,
    },
    answered: {
      title: 'This invitation was already used',
      lead: `${invitation} was already answered. If that was you, log in with the email address that it was sent to. If not, ask them for your own invitation.`,
    },
  };
  return <DeadLink {...words[how]} />;
}
