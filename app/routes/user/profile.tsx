import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  changePasswordForm,
  preferencesForm,
  profileForm,
  provenProfileForm,
} from '#modules/identity/forms.ts';
import { myProfile, updatePassword, updatePreferences, updateProfile } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { Page } from '../../components/index.ts';
import { perform, submit } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { readForm } from '../../form.server.ts';
import { PasswordCard } from './password-card.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileTabs } from './profile-tabs.tsx';

export const meta = () => [{ title: 'My Profile - ShieldHub' }];

export function loader(args: LoaderFunctionArgs) {
  return perform(args, myProfile, {});
}

const own = '/user/profile';

/** Three forms on one page; the hidden field that every form carries says which one was sent. */
export async function action(args: ActionFunctionArgs) {
  const formData = await readForm(args.request);
  const { visit } = args.context;
  switch (formData.get('form')) {
    case 'profile':
      return submit(args, {
        formData,
        schema: formData.has('lastname') ? profileForm : provenProfileForm,
        operation: updateProfile,
        input: (profileobject) => ({ profileobject }),
        done: () => {
          flash(visit, 'Profile saved');
          return redirect(own);
        },
      });
    case 'password':
      return submit(args, {
        formData,
        schema: changePasswordForm,
        operation: updatePassword,
        input: ({ newpassword, currentpassword }) => ({ newpassword, currentpassword }),
        done: () => {
          flash(visit, identityTexts['password.updated']);
          return redirect(own);
        },
      });
    case 'privacy':
      return submit(args, {
        formData,
        schema: preferencesForm,
        operation: updatePreferences,
        done: () => {
          flash(visit, 'Preferences saved');
          return redirect(own);
        },
      });
    default:
      throw data(null, { status: 400 });
  }
}

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
