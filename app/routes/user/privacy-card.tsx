import { Card, Form, SubmitButton, Switch } from '../../components/index.ts';
import { profileIntents } from './profile-intents.ts';

const switches = [
  {
    name: 'network_sharing_master',
    label: 'Share my ShieldScore',
    note: 'Off: nobody sees it, whatever else is on.',
  },
  {
    name: 'network_searchresults',
    label: 'Show my score when someone searches my ShieldID',
    note: 'Off: they learn that sharing is not enabled.',
  },
  {
    name: 'network_autoacceptinvite',
    label: 'Accept network invitations by themselves',
    note: 'A company that invites you sees your score at once.',
  },
  {
    name: 'shieldscore_clean_autoaccept',
    label: 'Accept clean scores by themselves',
    note: 'IC01+ and IC01 become active without waiting for you.',
  },
  { name: 'email_preference_invites', label: 'Mail me network invitations', note: undefined },
  { name: 'email_preference_renewal', label: 'Mail me renewal reminders', note: undefined },
] as const;

/** What others may see, and what we may mail (doc2 §2.4). */
export function PrivacyCard({ profile, result }: { profile: Record<string, unknown>; result: unknown }) {
  return (
    <Card title="Privacy, Personal Data & Communications">
      <Form id="privacy" intent={profileIntents.privacy} result={result} defaults={profile}>
        {switches.map(({ name, label, note }) => (
          <Switch key={name} name={name} label={label} note={note} />
        ))}
        <div className="actions">
          <SubmitButton kind="default" pending="Saving">
            Save preferences
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
