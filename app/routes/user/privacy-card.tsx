import { preferenceFields } from '#modules/identity/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Card, Form, SubmitButton, Switch } from '../../components/index.ts';
import { profileIntents } from './profile-intents.ts';

const preferences = bind(preferenceFields);

/** Privacy and mail preferences (doc2 §2.4). */
export function PrivacyCard({ profile, result }: { profile: Record<string, unknown>; result: unknown }) {
  return (
    <Card title="Privacy, Personal Data & Communications">
      <Form id="privacy" intent={profileIntents.privacy} result={result} defaults={profile}>
        <Switch field={preferences.network_sharing_master} note="Off: nobody sees it, whatever else is on." />
        <Switch
          field={preferences.network_searchresults}
          note="Off: they learn that sharing is not enabled."
        />
        <Switch
          field={preferences.network_autoacceptinvite}
          note="A company that invites you sees your score at once."
        />
        <Switch
          field={preferences.shieldscore_clean_autoaccept}
          note="IC01+ and IC01 become active without waiting for you."
        />
        <Switch field={preferences.email_preference_invites} />
        <Switch field={preferences.email_preference_renewal} />
        <div className="actions">
          <SubmitButton kind="default" pending="Saving">
            Save preferences
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
