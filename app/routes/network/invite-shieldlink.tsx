import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getNetworkInviteUrl } from '#modules/network/index.ts';
import { callerOf, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { LinkPanel } from './link-panel.tsx';

export const meta = titled('ShieldLink Invite Company');

/** Only for a company that has ShieldLink (doc1 §2). */
export async function loader(args: LoaderFunctionArgs) {
  const { network_invite_url } = await perform(args, getNetworkInviteUrl, {});
  const caller = await callerOf(args);
  if (!caller?.facts.shieldlink_enabled) throw redirect('/user/network');
  return { network_invite_url, shieldlinkid: caller.facts.shieldlinkid };
}

/** What a company gives to another one: its ShieldLink ID and the link that holds it. */
export default function InviteShieldLink() {
  const { network_invite_url, shieldlinkid } = useLoaderData<typeof loader>();
  return (
    <LinkPanel
      title="ShieldLink Invite Company"
      url={network_invite_url}
      lead={`Send this link to the company, or give it your ShieldLink ID ${shieldlinkid}. Anyone who opens the link and logs in gets an invitation from your network.`}
    />
  );
}
