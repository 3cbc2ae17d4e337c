import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { PreferenceName } from '#modules/identity/fields.ts';
import { preferencesForm, switchForm } from '#modules/identity/forms.ts';
import { getMyRequests, myProfile, recallDeletion, updatePreferences } from '#modules/identity/index.ts';
import { getNetworkInviteUrl } from '#modules/network/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
import { Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { ProfileTabs } from '../user/profile-tabs.tsx';
import { DataCard } from './data-card.tsx';
import { InviteUrlCard } from './invite-url-card.tsx';
import { privacyIntents } from './privacy-intents.ts';
import { SwitchesCard } from './switches-card.tsx';

export const meta = titled('Privacy & Data');

export async function loader(args: LoaderFunctionArgs) {
  const { profile } = await perform(args, myProfile, {});
  const { requests } = await perform(args, getMyRequests, {});
  const { network_invite_url } = await perform(args, getNetworkInviteUrl, {});
  return { profile, requests, network_invite_url };
}

export const action = intents(privacyIntents, {
  preferences: (args) =>
    submit(args, {
      form: preferencesForm,
      operation: updatePreferences,
      input: (value) => value,
      done: () => {
        flash(args.context.visit, 'Preferences saved');
        return redirect('/user/profile/privacy');
      },
    }),
  preference: (args) =>
    submit(args, {
      form: switchForm,
      operation: updatePreferences,
      input: ({ preference, value }) => only(preference, value),
      done: () => data(null),
    }),
  keep: (args) =>
    submit(args, {
      form: buttonForm,
      operation: recallDeletion,
      input: (value) => value,
      done: () => {
        flash(args.context.visit, 'Your account stays');
        return redirect('/user/profile/privacy');
      },
    }),
});

function only(
  preference: PreferenceName,
  value: 'YES' | 'NO',
): Partial<Record<PreferenceName, 'YES' | 'NO'>> {
  return { [preference]: value };
}

/** Privacy, Personal Data & Communications (doc2 §2.4). */
export default function Privacy() {
  const { profile, requests, network_invite_url } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page title="My Profile" narrow>
      <ProfileTabs current="Privacy & Data" />
      <SwitchesCard preferences={profile} result={result} />
      <InviteUrlCard url={network_invite_url} />
      <DataCard requests={requests} />
    </Page>
  );
}
