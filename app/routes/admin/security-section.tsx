import { identityTexts } from '#modules/identity/texts.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { answerTo } from '../../components/form/state.ts';
import { Facts, Fold, Form, LinkButton, SubmitButton } from '../../components/index.ts';
import { kindNames } from '../security/words.ts';
import { useRoot } from '../shell/use-root.ts';
import { LastChange } from './last-change.tsx';
import { recordIntents } from './record-intents.ts';
import { useRecord } from './use-record.ts';

const methodWords = { ...kindNames, DISABLED: 'Off' };

/** How the person logs in, and what staff can do to help them get back into the account (doc3 §2, §4). */
export function SecuritySection({ result }: { result: unknown }) {
  const { profile } = useRecord();
  const { timeZone } = useRoot();
  const methods = profile.enabled_two_step_methods.map((method) => methodWords[method]);
  return (
    <Fold
      id="security"
      title="Password and Security"
      value={
        profile.last_auth_dts
          ? `Last login ${formatDateTime(profile.last_auth_dts, timeZone)}`
          : 'Never logged in'
      }
      open={answerTo(result, 'password') !== undefined}
    >
      <LastChange of="twostep" />
      <Facts
        facts={[
          ['Two-step verification', methodWords[profile.selected_two_step_method]],
          ['Methods', methods.join(', ')],
          ['Email address', profile.email_verified ? 'Verified' : 'Not verified yet'],
          [
            'Last login',
            profile.last_auth_dts
              ? `${formatDateTime(profile.last_auth_dts, timeZone)} from ${profile.last_auth_ip ?? 'an unknown address'}`
              : 'Never',
          ],
          ['Browser', profile.last_auth_useragent ?? 'Unknown'],
        ]}
      />
      <div className="row">
        <Form id="password" intent={recordIntents.password} result={result}>
          <SubmitButton kind="default" intent={recordIntents.password} icon="mail" pending="Sending">
            Reset password
          </SubmitButton>
        </Form>
        <LinkButton to={`/admin/user/${profile.userid}/twostep`} preventScrollReset>
          Reset two-step verification
        </LinkButton>
      </div>
    </Fold>
  );
}

/** Starts a session as the person (doc3 §4). It is not offered for staff or for an account that cannot log in. */
export function SessionButton() {
  const { userid, active, role } = useRecord().profile;
  if (role === 'ADMIN') return null;
  if (!active) return <span className="small muted">{identityTexts['console.user-inactive']}</span>;
  return (
    <LinkButton to={`/admin/user/${userid}/session`} icon="external" preventScrollReset>
      Start session as user
    </LinkButton>
  );
}
