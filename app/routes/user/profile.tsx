import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  changePasswordForm,
  preferencesForm,
  profileForm,
  provenProfileForm,
} from '#modules/identity/forms.ts';
import { myProfile, updatePassword, updatePreferences, updateProfile } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { intents, submit } from '../../action.server.ts';
import { Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { PasswordCard } from './password-card.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { profileIntents } from './profile-intents.ts';
import { ProfileTabs } from './profile-tabs.tsx';

export const meta = titled('My Profile');

export function loader(args: LoaderFunctionArgs) {
  return perform(args, myProfile, {});
}

/** Reloads the page with a message. */
function saved({ context }: ActionFunctionArgs, words: string) {
  flash(context.visit, words);
  return redirect('/user/profile');
}

export const action = intents(profileIntents, {
  profile: (args) =>
    submit(args, {
      form: args.formData.has('lastname') ? profileForm : provenProfileForm,
      operation: updateProfile,
      input: (profileobject) => ({ profileobject }),
      done: () => saved(args, 'Profile saved'),
    }),
  password: (args) =>
    submit(args, {
      form: changePasswordForm,
      operation: updatePassword,
      input: ({ newpassword, currentpassword }) => ({ newpassword, currentpassword }),
      done: () => saved(args, identityTexts['password.updated']),
    }),
  privacy: (args) =>
    submit(args, {
      form: preferencesForm,
      operation: updatePreferences,
      done: () => saved(args, 'Preferences saved'),
    }),
});

export default function Profile() {
  const { profile } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page title="My Profile" narrow>
      <ProfileTabs current="My Profile" />
      <ProfileCard profile={profile} result={result} />
      <PasswordCard method={profile.selected_two_step_method} result={result} />
      <PrivacyCard profile={profile} result={result} />
    </Page>
  );
}
