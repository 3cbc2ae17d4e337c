import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { type PreferenceName, preferenceFields } from '#modules/identity/fields.ts';
import { profileForm, provenProfileForm, switchForm } from '#modules/identity/forms.ts';
import { myProfile, updatePreferences, updateProfile } from '#modules/identity/index.ts';
import { hasExpired } from '#modules/platform/browser.ts';
import { intents, submit } from '../../action.server.ts';
import { Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { PrivacyCard } from './privacy-card.tsx';
import { ProfileCard, ProfileForm } from './profile-card.tsx';
import { profileIntents } from './profile-intents.ts';
import { ProfileTabs } from './profile-tabs.tsx';

export const meta = titled('My Profile');

export async function loader(args: LoaderFunctionArgs) {
  const { profile } = await perform(args, myProfile, {});
  return { profile, expired: hasExpired(profile.current_expiration, args.context.portal.clock.now()) };
}

export const action = intents(profileIntents, {
  profile: (args) =>
    submit(args, {
      form: args.formData.has('lastname') ? profileForm : provenProfileForm,
      operation: updateProfile,
      input: ({ with_preferences, ...given }) => ({
        profileobject: with_preferences ? given : withoutPreferences(given),
      }),
      done: () => {
        flash(args.context.visit, 'Profile saved');
        return redirect('/user/profile');
      },
    }),
  preference: (args) =>
    submit(args, {
      form: switchForm,
      operation: updatePreferences,
      input: ({ preference, value }) => only(preference, value),
      done: () => data(null),
    }),
});

function only(
  preference: PreferenceName,
  value: 'YES' | 'NO',
): Partial<Record<PreferenceName, 'YES' | 'NO'>> {
  return { [preference]: value };
}

/** The page's switches have saved themselves: their state in the form, absent or present, means nothing. */
function withoutPreferences<P extends Partial<Record<PreferenceName, unknown>>>(
  given: P,
): Omit<P, PreferenceName> {
  const kept = Object.entries(given).filter(([name]) => !Object.hasOwn(preferenceFields, name));
  return Object.fromEntries(kept) as Omit<P, PreferenceName>;
}

export default function Profile() {
  const { profile, expired } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page title="My Profile" narrow>
      <ProfileTabs current="My Profile" />
      <ProfileForm profile={profile} result={result}>
        <ProfileCard profile={profile} expired={expired} />
        <PrivacyCard />
      </ProfileForm>
    </Page>
  );
}
