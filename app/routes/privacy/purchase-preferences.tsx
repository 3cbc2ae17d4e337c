import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { sharingFields } from '#modules/identity/fields.ts';
import { sharingForm } from '#modules/identity/forms.ts';
import { updatePreferences } from '#modules/identity/index.ts';
import { getMyProfile } from '#modules/network/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Card, Form, Page, SubmitButton, Switch } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { preferenceNotes } from './preference-notes.tsx';

export const meta = titled('Set Your Preferences');
export const handle = { exit: 'Exit', exitTo: '/user' };

const fields = bind(sharingFields);

export async function loader(args: LoaderFunctionArgs) {
  const { profile } = await perform(args, getMyProfile, {});
  return {
    network_searchresults: profile.network_searchresults,
    network_autoacceptinvite: profile.network_autoacceptinvite,
    shieldscore_clean_autoaccept: profile.shieldscore_clean_autoaccept,
  };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: sharingForm,
    operation: updatePreferences,
    input: (value) => value,
    done: () => {
      flash(args.context.visit, 'Preferences saved');
      return redirect('/user');
    },
  });
}

/** Choices about the score that are made while the check is under way (doc2 §2.9, D84). */
export default function PurchasePreferences() {
  return (
    <Page
      calm
      title="Set Your Preferences"
      lead="Decide now what happens once your score is ready. You can change this at any time in your profile."
    >
      <Form
        id="sharing"
        result={useActionData<typeof action>()}
        className="stack stack-24"
        defaults={useLoaderData<typeof loader>()}
      >
        <Card>
          <Switch field={fields.network_searchresults} note={preferenceNotes.network_searchresults} />
          <Switch field={fields.network_autoacceptinvite} note={preferenceNotes.network_autoacceptinvite} />
          <Switch
            field={fields.shieldscore_clean_autoaccept}
            note={preferenceNotes.shieldscore_clean_autoaccept}
          />
        </Card>
        <div className="actions">
          <SubmitButton size="large" pending="Saving">
            Save & Exit
          </SubmitButton>
        </div>
      </Form>
    </Page>
  );
}
