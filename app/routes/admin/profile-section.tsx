import type { useFetcher } from '@remix-run/react';
import { lockedUserFields, ssnRevealFields, userFields } from '#modules/admin/fields.ts';
import { adminTexts } from '#modules/admin/texts.ts';
import { formatDate, formatPhone } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { answerTo } from '../../components/form/state.ts';
import {
  Avatar,
  Badge,
  checkedBy,
  Disclose,
  Facts,
  Fold,
  Form,
  LinkButton,
  StateSelect,
  SubmitButton,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LastChange } from './last-change.tsx';
import { recordIntents } from './record-intents.ts';
import { InPlace } from './save-bar.tsx';
import { useRecord } from './use-record.ts';

const fields = bind(userFields);
const reveal = bind(ssnRevealFields);
const revealCheck = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.ssnRevealForm));
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.userForm));
const checkLocked = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.lockedUserForm));

interface ProfileSectionProps {
  fetcher: ReturnType<typeof useFetcher>;
  /** The answer of the page's action. */
  result: unknown;
}

/** A person's own data, which staff can edit (doc3 §2). A locked name and date of birth are only shown. */
export function ProfileSection({ fetcher, result }: ProfileSectionProps) {
  const { profile, seen } = useRecord();
  const { locked_name_dob: locked } = profile;
  const birth = profile.dateofbirth ? formatDate(profile.dateofbirth) : '';
  const values = {
    ...profile,
    emailaddress: showEmailAddress(profile.emailaddress),
    dateofbirth: birth,
    mobile: formatPhone(profile.mobile),
    businessphone: formatPhone(profile.businessphone),
  };
  const answer = answerTo(fetcher.data ?? result, 'user');
  const shownSsn = (result as { shown?: string } | undefined)?.shown;
  return (
    <Fold
      id="profile"
      title="Personal & Business Profile"
      value={[profile.businessname, [profile.city, profile.state].filter(Boolean).join(', ')]
        .filter(Boolean)
        .join(', ')}
      open={answer !== undefined || shownSsn !== undefined || answerTo(result, 'reveal') !== undefined}
    >
      <div className="row row-tight">
        <LastChange of={['profile', 'lock']} />
        {locked ? (
          <Badge icon="lock">{profile.has_current_verification ? 'Verified by ID' : 'Locked'}</Badge>
        ) : null}
        <LockForm locked={locked} result={result} />
      </div>
      <div className="row row-tight">
        <Avatar
          firstname={profile.firstname}
          lastname={profile.lastname}
          photo={profile.profileimageurl}
          size={56}
        />
        <LinkButton size="small" to={`/admin/user/${profile.userid}/photo`} preventScrollReset>
          {profile.profileimageurl ? 'Change or remove the photo' : 'Add a photo'}
        </LinkButton>
      </div>
      {locked ? (
        <Facts
          facts={[
            ['Name', fullName(profile)],
            ['Date of birth', birth || 'Not provided'],
          ]}
        />
      ) : null}
      <Form
        id="user"
        label="Personal & Business Profile"
        intent={recordIntents.profile}
        fetcher={fetcher}
        result={answer}
        defaults={values}
        check={locked ? checkLocked : check}
      >
        <ChangedMeanwhile fields={locked ? lockedUserFields : userFields} saved={values} />
        <input type="hidden" name={fields.seen.name} value={seen.profile} />
        <InPlace />
        <div className="cols">
          {locked ? null : (
            <>
              <TextInput field={fields.firstname} />
              <TextInput field={fields.middlename} />
              <TextInput field={fields.lastname} />
              <TextInput field={fields.namesuffix} />
              <TextInput field={fields.dateofbirth} />
            </>
          )}
          <TextInput field={fields.businessname} />
          <TextInput
            field={fields.emailaddress}
            hint={`${adminTexts['console.email-changes-login']}. We’ll notify both addresses.`}
          />
          <TextInput field={fields.mobile} />
          <TextInput field={fields.businessphone} />
          <TextInput field={fields.address1} />
          <TextInput field={fields.address2} />
          <TextInput field={fields.city} />
          <StateSelect field={fields.state} />
          <TextInput field={fields.postalcode} />
        </div>
        <div className="actions without-script">
          <SubmitButton pending="Saving">Save profile</SubmitButton>
        </div>
      </Form>
      <Facts
        facts={[
          ...(profile.legalname ? ([['Legal name', legalNameOf(profile)]] as const) : []),
          ['SSN', shownSsn ? <b key="ssn">{shownSsn}</b> : (profile.ssn ?? 'Not provided')],
        ]}
      />
      {profile.ssn && !shownSsn ? (
        <Disclose summary="Reveal the whole SSN" open={answerTo(result, 'reveal') !== undefined}>
          <Form id="reveal" intent={recordIntents.reveal} result={result} check={revealCheck}>
            <TextArea field={reveal.reason} rows={2} hint="Kept in the audit log, with your name." />
            <div className="actions">
              <SubmitButton kind="default" intent={recordIntents.reveal} pending="Revealing">
                Reveal
              </SubmitButton>
            </div>
          </Form>
        </Disclose>
      ) : null}
    </Fold>
  );
}

type Profile = ReturnType<typeof useRecord>['profile'];

/** The legal name with its source, unless it is just the submitted name (D98). */
function legalNameOf({ legalname, legal_source, legal_dts }: Profile): string {
  if (!legal_source || !legal_dts) return legalname ?? '';
  const source = legal_source === 'staff' ? 'corrected by staff' : 'from the ID';
  return `${legalname} (${source}, ${formatDate(legal_dts)})`;
}

function fullName({
  firstname,
  middlename,
  lastname,
  namesuffix,
}: Record<'firstname' | 'middlename' | 'lastname' | 'namesuffix', string>) {
  return [firstname, middlename, lastname, namesuffix].filter(Boolean).join(' ');
}

/** Locks the name and date of birth, so that the person cannot change them, or unlocks them (doc3 §4). */
function LockForm({ locked, result }: { locked: boolean; result: unknown }) {
  return (
    <Form id="lock" intent={recordIntents.lock} result={result}>
      <input type="hidden" name="value" value={locked ? 'NO' : 'YES'} />
      <SubmitButton kind="default" size="small" intent={recordIntents.lock} pending="Saving">
        {locked ? 'Unlock name and date of birth' : 'Lock name and date of birth'}
      </SubmitButton>
    </Form>
  );
}
