import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getInviteLink } from '#modules/network/index.ts';
import { Impossible } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { LinkPanel } from './link-panel.tsx';
import { loadRow } from './row.server.ts';

export const meta = titled('Invitation Link');

export async function loader(args: LoaderFunctionArgs) {
  const { reason } = await loadRow(args, getInviteLink, 'getinvitelink');
  if (reason !== null) return { reason, link: null };
  const link = await perform(args, getInviteLink, { inviteid: args.params.connectionid ?? '' });
  return { reason: null, link };
}

/** The link of one invitation, for the network that sent it. */
export default function RowLink() {
  const { reason, link } = useLoaderData<typeof loader>();
  if (link === null) return <Impossible title="Invitation Link" reason={reason} />;
  const { network_invite_url, linktype, coupon } = link;
  return (
    <LinkPanel
      {...(linktype === 'purchase' ? { title: 'Purchase Link' } : {})}
      url={network_invite_url}
      lead={`This link is for one person. Only the invited address or account can respond to the invitation${coupon ? ' and use its coupon' : ''}. Anyone else who opens it sees who sent the invitation and who it’s for, so don’t share it with anyone else.`}
    />
  );
}
