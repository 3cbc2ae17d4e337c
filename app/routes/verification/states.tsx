import { verificationFields } from '#modules/applications/fields.ts';
import type { checkMyVerification } from '#modules/applications/index.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import {
  Banner,
  Checkbox,
  Form,
  Icon,
  type IconName,
  LinkButton,
  PageTitle,
  PollingRefresh,
  RefusalBanner,
  SubmitButton,
  verifiedWords,
} from '../../components/index.ts';
import { BackLink } from '../application/back-link.tsx';
import { verificationMinutes } from '../application/minutes.ts';
import { useRoot } from '../shell/use-root.ts';
import { verificationIntents } from './verification-intents.ts';

const fields = bind(verificationFields);

type Check = Awaited<ReturnType<typeof checkMyVerification.run>>;

interface StateProps {
  check: Check;
  /** How long the images are kept after the decision. */
  keptDays: number;
  /** Where the form is sent. */
  action: string;
  /** Where the application continues. */
  next: string;
  back: string | null;
  result: unknown;
}

/** What each state means for the person, and what they can do (doc2 §4.6). */
export function VerificationStateView(props: StateProps) {
  const { check } = props;
  switch (check.user_verification) {
    case 'need_verification':
      return (
        <Part title="Verify your identity">
          <p className="lead">
            A photo of your ID and a short video of your face show that this check is really about you.
          </p>
          <Needs />
          <StartForm {...props} label="Start verification" />
          <EncloseForm {...props} />
        </Part>
      );
    case 'start_verification':
      return (
        <Part title="Take the photos">
          {check.url ? (
            <>
              <p className="lead">
                You take them on the next page. When you’re done, it brings you back here to continue.
              </p>
              <Needs />
              <div className="actions">
                <LinkButton kind="primary" size="large" to={check.url} reloadDocument>
                  Open the camera page
                </LinkButton>
                <BackLink to={props.back} />
              </div>
              <EncloseForm {...props} />
              <PollingRefresh seconds={10} />
            </>
          ) : (
            <>
              <p className="lead">The link to the camera page has expired. Please start again.</p>
              <StartForm {...props} label="Start again" />
              <EncloseForm {...props} />
            </>
          )}
        </Part>
      );
    case 'processing':
      return (
        <Part title="Checking your images" result={props.result}>
          <p className="lead row row-tight" role="status">
            <span className="spin" aria-hidden="true" />
            Most checks take less than 2 minutes.
          </p>
          <p className="muted">This page updates automatically. You can also leave and come back later.</p>
          <PollingRefresh seconds={10} soon />
        </Part>
      );
    case 'waiting_review':
      return (
        <Part title="A person is reviewing your images" result={props.result}>
          <Banner tone="info" live="status" title="You don’t have to do anything.">
            Our staff is comparing your ID with your selfie. We’ll email you as soon as you can continue. Your
            background check isn’t canceled.
          </Banner>
          <PollingRefresh seconds={10} />
          <Exit />
        </Part>
      );
    case 'approved':
    case 'existing_verification':
      return <Verified {...props} />;
    case 'rejected':
      return (
        <Part title="We couldn’t verify your identity">
          <Banner tone="warn" title="Your background check is on hold.">
            It isn’t canceled, you won’t be charged again, and no company sees this result.
          </Banner>
          <ul className="bullets">
            <Bullet icon="check">Use your own ID with your current name. It must not be expired.</Bullet>
            <Bullet icon="check">Take the photos in bright light, without glare.</Bullet>
            <Bullet icon="check">Changed your name? Correct it in the step “Your name.”</Bullet>
          </ul>
          <StartForm
            {...props}
            label="Try again"
            also={
              <LinkButton to="/support" size="large">
                Contact support
              </LinkButton>
            }
          />
          <EncloseForm {...props} />
        </Part>
      );
    case 'clearidaction':
      return (
        <Part title="We need new photos">
          <Banner tone="warn" title={applicationsTexts['verification.unreadable']}>
            Nothing is wrong with you or your ID. {asks(check)}
          </Banner>
          <ul className="bullets">
            <Bullet icon="check">
              Put your ID on a dark table and hold the phone still until it’s sharp.
            </Bullet>
            <Bullet icon="check">Turn off the flash, and tilt the ID away from the light.</Bullet>
          </ul>
          <StartForm {...props} label="Take new photos" />
          <EncloseForm {...props} />
        </Part>
      );
  }
}

function asks({ applicationstatus, provider }: Check): string {
  return applicationstatus === 'clearidaction'
    ? `${provider} continues your background check as soon as the new photos are approved.`
    : 'Your application continues as soon as the new photos are approved.';
}

/** @param result the answer to a form of an outdated page, whose form the current state no longer has */
function Part({ title, result, children }: { title: string; result?: unknown; children: React.ReactNode }) {
  return (
    <div className="stack stack-24">
      <div className="stack stack-8">
        <p className="small faint">ID verification</p>
        <PageTitle>{title}</PageTitle>
      </div>
      <RefusalBanner result={result} />
      {children}
    </div>
  );
}

function Verified({ check, next, back, result }: StateProps) {
  const { timeZone } = useRoot();
  const before = check.user_verification === 'existing_verification';
  const words = verifiedWords({ verified: true, at: check.decided_dts }, timeZone);
  return (
    <Part title={before ? 'You’re already verified' : 'Your identity is verified'} result={result}>
      <Banner tone="ok" live="status" title={`${words}.`}>
        {before ? 'There’s nothing to do here.' : 'Your name and date of birth are now locked to your ID.'}
      </Banner>
      <div className="actions">
        <LinkButton kind="primary" size="large" to={next}>
          Continue
        </LinkButton>
        <BackLink to={back} />
      </div>
    </Part>
  );
}

function Needs() {
  return (
    <ul className="bullets">
      <Bullet icon="check">
        <b>A government ID:</b> driver’s license, state ID, or passport, not expired
      </Bullet>
      <Bullet icon="check">
        <b>A phone or computer with a camera.</b> There’s no app to install
      </Bullet>
      <Bullet icon="check">
        <b>About {verificationMinutes}.</b> You can stop and start again at any time
      </Bullet>
    </ul>
  );
}

function StartForm({
  action,
  keptDays,
  back,
  result,
  label,
  also,
}: StateProps & { label: string; also?: React.ReactNode }) {
  return (
    <Form
      id="verification"
      action={action}
      intent={verificationIntents.start}
      result={result}
      className="stack stack-24"
    >
      <Checkbox
        field={fields.scanagreed}
        note={`We delete the photos and the video ${keptDays} days after the decision.`}
      />
      <div className="actions">
        <SubmitButton size="large" pending="Starting">
          {label}
        </SubmitButton>
        {also}
        <BackLink to={back} />
      </div>
    </Form>
  );
}

/** For a person who signs on paper: a copy of the ID in the package instead (D118). */
function EncloseForm({ check, action, result }: StateProps) {
  if (!check.may_enclose) return null;
  return (
    <Form id="enclose" action={action} intent={verificationIntents.enclose} result={result}>
      <p className="muted">
        You’re signing on paper, so you can also send us a copy of your ID with your signed application. Our
        staff compares it with what you entered.
      </p>
      <div className="actions">
        <SubmitButton kind="default" pending="Saving">
          Enclose a copy of my ID instead
        </SubmitButton>
      </div>
    </Form>
  );
}

function Exit() {
  return (
    <div className="actions">
      <LinkButton kind="primary" size="large" to="/user">
        Done
      </LinkButton>
    </div>
  );
}

function Bullet({ icon, children }: { icon: IconName; children: React.ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}
