import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getNetworkInviteUrl } from '#modules/network/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { LinkPanel } from './link-panel.tsx';

export const meta = titled('Invitation Link');

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getNetworkInviteUrl, {});
}

/** The permanent link of a network. */
export default function InviteLink() {
  const { network_invite_url } = useLoaderData<typeof loader>();
  return (
    <LinkPanel
      url={network_invite_url}
      lead="Anyone who opens this link and logs in gets an invitation to share their score with you."
      missing="You don’t have a link yet. You’ll get one with your ShieldID."
    />
  );
}
