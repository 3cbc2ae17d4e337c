import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { myProfile } from '#modules/identity/index.ts';
import { formatDate, hasExpired } from '#modules/platform/browser.ts';
import {
  Banner,
  CopyButton,
  DialogBody,
  DialogFoot,
  Facts,
  RouteDialog,
  ShieldId,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Share My ShieldScore');

/** Only with a score in force: there is nothing else to share. */
export async function loader(args: LoaderFunctionArgs) {
  const { profile } = await perform(args, myProfile, {});
  const { certification_number: shieldId, current_expiration: expiration } = profile;
  if (!shieldId || !expiration || hasExpired(expiration, args.context.portal.clock.now())) {
    throw redirect('/user');
  }
  return { shieldId, expiration, shown: profile.network_sharing_master && profile.network_searchresults };
}

/** How a person lets others see the score: by the ShieldID, which they look up. */
export default function Share() {
  const { shieldId, expiration, shown } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Share My ShieldScore">
      <DialogBody>
        <p className="muted">
          Give your ShieldID to anyone who asks for your score. They look it up under Search ShieldID, and
          you’ll see that they did.
        </p>
        <Facts
          facts={[
            ['ShieldID', <ShieldId key="id" value={shieldId} />],
            ['Valid through', formatDate(expiration)],
          ]}
        />
        {shown ? null : (
          <Banner tone="warn" title="Searches don’t show your score right now.">
            Turn on Share my ShieldScore and ShieldID (ABC#) Search Results in{' '}
            <Link to="/user/profile/privacy">Privacy & Data</Link> first.
          </Banner>
        )}
        <p className="small">
          <Link to="/user/network?tab=others">See who your score is shared with</Link>
        </p>
      </DialogBody>
      <DialogFoot cancel="Close">
        <CopyButton text={shieldId} label="Copy ID" copied="ID Copied" />
      </DialogFoot>
    </RouteDialog>
  );
}
