import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getInviteLink } from '#modules/network/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { LinkPanel } from './link-panel.tsx';

export const meta = titled('Invitation Link');

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getInviteLink, { inviteid: args.params.connectionid ?? '' });
}

/** The link of one invitation, for the network that sent it. */
export default function RowLink() {
  const { network_invite_url, linktype, coupon } = useLoaderData<typeof loader>();
  return (
    <LinkPanel
      {...(linktype === 'purchase' ? { title: 'Purchase Link' } : {})}
      url={network_invite_url}
      lead={`This link is for one person. Anyone who has it can respond to the invitation${coupon ? ' and use its coupon' : ''}, so don’t share it with anyone else.`}
    />
  );
}
