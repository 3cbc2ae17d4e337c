import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { monitoringForm, textUpdatesForm } from '#modules/applications/forms.ts';
import {
  agreeToMonitoring,
  agreeToTexts,
  endTexts,
  getMonitoring,
  getTextUpdates,
  withdrawMonitoring,
} from '#modules/applications/index.ts';
import type { PreferenceName } from '#modules/identity/fields.ts';
import { preferencesForm, switchForm } from '#modules/identity/forms.ts';
import { getMyRequests, listMyTerms, recallDeletion, updatePreferences } from '#modules/identity/index.ts';
import { getMyProfile } from '#modules/network/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
import { Page } from '../../components/index.ts';
import { leave, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { ProfileTabs } from '../user/profile-tabs.tsx';
import { DataCard } from './data-card.tsx';
import { InviteUrlCard } from './invite-url-card.tsx';
import { MonitoringCard } from './monitoring-card.tsx';
import { privacyIntents } from './privacy-intents.ts';
import { SwitchesCard } from './switches-card.tsx';
import { TermsCard } from './terms-card.tsx';
import { TextUpdatesCard } from './text-updates-card.tsx';

export const meta = titled('Privacy & Data');

export async function loader(args: LoaderFunctionArgs) {
  const { profile } = await perform(args, getMyProfile, {});
  const { requests } = await perform(args, getMyRequests, {});
  const { terms } = await perform(args, listMyTerms, {});
  return {
    profile,
    requests,
    terms,
    monitoring: await perform(args, getMonitoring, {}),
    texts: await perform(args, getTextUpdates, {}),
  };
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
  monitor: (args) =>
    submit(args, {
      form: monitoringForm,
      operation: agreeToMonitoring,
      input: () => ({}),
      done: () => {
        flash(args.context.visit, 'Monitoring is on');
        return redirect('/user/profile/privacy');
      },
    }),
  unmonitor: (args) =>
    submit(args, {
      form: buttonForm,
      operation: withdrawMonitoring,
      input: (value) => value,
      done: () => {
        flash(args.context.visit, 'Monitoring is off');
        return redirect('/user/profile/privacy');
      },
      otherwise: ({ text }) => leave(args, text, '/user/profile/privacy'),
    }),
  texts: (args) =>
    submit(args, {
      form: textUpdatesForm,
      operation: agreeToTexts,
      input: () => ({}),
      done: () => {
        flash(args.context.visit, 'Text updates are on');
        return redirect('/user/profile/privacy');
      },
      otherwise: ({ text }) => leave(args, text, '/user/profile/privacy'),
    }),
  untext: (args) =>
    submit(args, {
      form: buttonForm,
      operation: endTexts,
      input: (value) => value,
      done: () => {
        flash(args.context.visit, 'Text updates are off');
        return redirect('/user/profile/privacy');
      },
      otherwise: ({ text }) => leave(args, text, '/user/profile/privacy'),
    }),
  keep: (args) =>
    submit(args, {
      form: buttonForm,
      operation: recallDeletion,
      input: (value) => value,
      done: () => {
        flash(args.context.visit, 'Your account won’t be deleted');
        return redirect('/user/profile/privacy');
      },
      otherwise: ({ text }) => leave(args, text, '/user/profile/privacy'),
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
  const { profile, requests, terms, monitoring, texts } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page title="My Profile" narrow>
      <ProfileTabs current="Privacy & Data" />
      <SwitchesCard preferences={profile} result={result} />
      <MonitoringCard monitoring={monitoring} result={result} />
      <TextUpdatesCard texts={texts} intents={privacyIntents} result={result} />
      <InviteUrlCard url={profile.network_invite_url} />
      <TermsCard terms={terms} />
      <DataCard requests={requests} />
    </Page>
  );
}
