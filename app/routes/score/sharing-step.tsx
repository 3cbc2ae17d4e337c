import { scoreSharingFields } from '#modules/applications/fields.ts';
import { findGrade, formatDate } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Card, CheckOption, Credential, Form, SubmitButton, Switch } from '../../components/index.ts';
import { invitationTerms } from '../network/invitation-terms.ts';
import { useRoot } from '../shell/use-root.ts';
import { decisionIntents } from './score-intents.ts';
import { ScorePage } from './score-page.tsx';
import type { AcceptanceProps } from './steps.ts';

const sharing = bind(scoreSharingFields);

/** Shown after the score is accepted: settings for sharing, and the choice of open invitations to accept. */
export function SharingStep({ approval, result }: AcceptanceProps) {
  const { timeZone } = useRoot();
  const { certification_expiration: expiration } = approval;
  return (
    <ScorePage
      title="Your ShieldScore is active"
      lead="Choose what you share. You can change this at any time in your profile."
      step="sharing"
    >
      <Credential
        grade={findGrade(approval.icscore) ?? 'NA'}
        shieldId={approval.certification_number}
        label="Your ShieldScore"
        facts={[
          ['Holder', approval.holder],
          ...(expiration ? [['Valid through', formatDate(expiration)] as const] : []),
        ]}
      />
      <Form
        id="score-sharing"
        intent={decisionIntents.sharing}
        result={result}
        className="stack stack-24"
        defaults={{
          network_searchresults: approval.network_searchresults,
          network_autoacceptinvite: approval.network_autoacceptinvite,
        }}
      >
        <Card title="Sharing">
          <Switch
            field={sharing.network_searchresults}
            note="Anyone who knows your ShieldID or email address can look up your score."
          />
          <Switch
            field={sharing.network_autoacceptinvite}
            note="Companies that invite you from now on see your score without asking you each time. We’ll email you every time."
          />
        </Card>
        {approval.monitoring ? null : (
          <Card title="Monitoring" note="Optional, and separate from everything above.">
            <Switch field={sharing.monitoring} note={approval.monitoring_words} />
          </Card>
        )}
        {approval.pendingInvites.length > 0 ? (
          <Card title="Open invitations" note="Choose which invitations to accept now. The others stay open.">
            {approval.pendingInvites.map((invite) => (
              <CheckOption
                key={invite.id}
                field={sharing.pendingInvites}
                value={invite.id}
                defaultChecked={invite.accepted}
                label={invite.businessname || `${invite.firstname} ${invite.lastname}`}
                note={
                  <>
                    {invite.firstname} {invite.lastname}, invited {formatDate(invite.invite_dts, timeZone)}.{' '}
                    {invitationTerms(invite)}
                  </>
                }
              />
            ))}
          </Card>
        ) : null}
        <div className="actions">
          <SubmitButton size="large" pending="Saving">
            Save and finish
          </SubmitButton>
        </div>
      </Form>
    </ScorePage>
  );
}
