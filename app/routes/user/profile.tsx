import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getAccountLinking } from '#modules/applications/index.ts';
import { profileForm, provenProfileForm } from '#modules/identity/forms.ts';
import { myProfile, updateProfile } from '#modules/identity/index.ts';
import { hasExpired } from '#modules/platform/browser.ts';
import { intents, submit } from '../../action.server.ts';
import { Page } from '../../components/index.ts';
import { perform, requireCaller } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { dropPhoto, photoFiles, uploadPhoto } from './photo-actions.server.ts';
import { PhotoCard } from './photo-card.tsx';
import { ProfileCard, ProfileForm } from './profile-card.tsx';
import { profileIntents } from './profile-intents.ts';
import { ProfileTabs } from './profile-tabs.tsx';
import { saveField } from './save-field.server.ts';

export const meta = titled('My Profile');

export async function loader(args: LoaderFunctionArgs) {
  const [{ profile }, { offered }] = await Promise.all([
    perform(args, myProfile, {}),
    perform(args, getAccountLinking, {}),
  ]);
  const expired = hasExpired(profile.current_expiration, args.context.portal.clock.now());
  const { facts } = await requireCaller(args, myProfile.access);
  const shieldLinkId = facts.shieldlink_enabled ? facts.shieldlinkid : null;
  const marks = {
    expired,
    held: facts.score_held,
    underReview: facts.score_review_since !== null,
  };
  return { profile, linking: offered, marks, shieldLinkId };
}

export const action = intents(
  profileIntents,
  {
    profile: (args) =>
      submit(args, {
        form: args.formData.has('lastname') ? profileForm : provenProfileForm,
        operation: updateProfile,
        input: (given) => ({ profileobject: given }),
        done: () => {
          flash(args.context.visit, 'Profile saved');
          return redirect('/user/profile');
        },
      }),
    field: saveField,
    photo: uploadPhoto,
    removephoto: dropPhoto,
  },
  photoFiles,
);

export default function Profile() {
  const { profile, linking, marks, shieldLinkId } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page title="My Profile" narrow>
      <ProfileTabs current="My Profile" />
      <PhotoCard
        firstname={profile.firstname}
        lastname={profile.lastname}
        photo={profile.profileimageurl}
        result={result}
      />
      <ProfileForm profile={profile} result={result}>
        <ProfileCard profile={profile} marks={marks} linking={linking} shieldLinkId={shieldLinkId} />
      </ProfileForm>
    </Page>
  );
}
