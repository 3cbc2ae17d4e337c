import type { LoaderFunctionArgs } from '@remix-run/node';
import { getInvited } from '#modules/network/index.ts';
import { type OutputOf, showEmailAddress } from '#modules/platform/index.ts';
import { attempt } from '../../door.server.ts';
import { followedLink } from './link-cookies.server.ts';

export type FollowedInvitation = OutputOf<typeof getInvited>;

/** Whose link led to the page of the sign-in or of the registration, and which address was invited. */
export async function followedInvitation(args: LoaderFunctionArgs): Promise<FollowedInvitation> {
  const linkid = followedLink(args.context.visit);
  const invited = linkid ? await attempt(args, getInvited, { linkid }) : null;
  if (!invited?.ok)
    return { inviter: null, emailaddress: null, team_role: null, to_company: false, accepted: false };
  const { emailaddress, ...rest } = invited.output;
  return { ...rest, emailaddress: emailaddress && showEmailAddress(emailaddress) };
}
