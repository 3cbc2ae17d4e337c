import type { useFetcher } from '@remix-run/react';
import { userPrivacyFields } from '#modules/admin/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { answerTo } from '../../components/form/state.ts';
import { Fold, Form, SubmitButton, Switch } from '../../components/index.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LastChange } from './last-change.tsx';
import { recordIntents } from './record-intents.ts';
import { InPlace } from './save-bar.tsx';
import { useRecord } from './use-record.ts';

const fields = bind(userPrivacyFields);

interface PrivacySectionProps {
  fetcher: ReturnType<typeof useFetcher>;
  /** The answer of the page's action. */
  result: unknown;
}

/** A person's preferences, which staff can set at the person's request. The person is told (doc3 §2). */
export function PrivacySection({ fetcher, result }: PrivacySectionProps) {
  const { profile, seen } = useRecord();
  const answer = answerTo(fetcher.data ?? result, 'switches');
  return (
    <Fold
      id="privacy"
      title="Privacy, Personal Data & Communications"
      value={profile.network_sharing_master ? 'Shares their score' : 'Doesn’t share their score'}
      open={answer !== undefined}
    >
      <LastChange of="privacy" />
      <Form
        id="switches"
        label="Privacy, Personal Data & Communications"
        intent={recordIntents.privacy}
        fetcher={fetcher}
        result={answer}
        defaults={profile}
      >
        <ChangedMeanwhile fields={userPrivacyFields} saved={profile} />
        <input type="hidden" name={fields.seen.name} value={seen.privacy} />
        <InPlace />
        <p className="muted">Change these only at the person’s request. We’ll notify them by email.</p>
        <div className="cols">
          <Switch field={fields.network_sharing_master} />
          <Switch field={fields.network_searchresults} />
          <Switch field={fields.network_autoacceptinvite} />
          <Switch field={fields.shieldscore_clean_autoaccept} />
          <Switch field={fields.email_preference_invites} />
          <Switch field={fields.email_preference_renewal} />
        </div>
        <div className="actions without-script">
          <SubmitButton pending="Saving">Save switches</SubmitButton>
        </div>
      </Form>
    </Fold>
  );
}
