import { Link } from '@remix-run/react';
import { formatCount, formatDate } from '#modules/platform/browser.ts';
import { Banner, Card, Email, Facts, Form, LinkButton, SubmitButton } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { PackagePages } from './package-pages.tsx';
import { PackageUpload } from './package-upload.tsx';
import type { StepData } from './step-data.ts';
import { stepIntents } from './step-intents.ts';

interface ManualStepProps {
  page: Pick<StepData, 'application' | 'identity'>;
  awaited: NonNullable<StepData['manual_package']>;
  result: unknown;
}

/**
 * The step for an application that is signed on paper: download it, send it back, or switch to e-signature (doc2 §2.9).
 */
export function ManualStep({ page: { application, identity }, awaited, result }: ManualStepProps) {
  const { timeZone } = useRoot();
  const { applicationid } = application;
  const received = awaited.submitted_manual_package_dts;
  const address = `/user/application/package?applicationid=${applicationid}`;
  const id =
    identity === null || identity === 'verified' ? null : (
      <IdCopy applicationid={applicationid} received={received !== null} />
    );
  return (
    <>
      {received ? (
        <Banner tone="ok" title="Application Package Uploaded" live="status">
          We received it on {formatDate(received, timeZone)}. We’ll review it and email you our decision.
        </Banner>
      ) : (
        <Banner tone="warn" title="Digital Signature Declined">
          Download your application, sign it with a pen, and upload a scan.
        </Banner>
      )}
      {received ? (
        <Card title="What we received" note={formatCount(awaited.pages ?? 0, 'page')}>
          <PackagePages
            pages={awaited.pages ?? 0}
            address={(page) =>
              `/user/application/package/page?page=${page}&applicationid=${applicationid}&of=${received.getTime()}`
            }
          />
          <div>
            <LinkButton to={address} reloadDocument icon="download">
              Download what we received
            </LinkButton>
          </div>
        </Card>
      ) : (
        <Card
          title="1. Download and sign"
          note="It shows only the last four digits of your Social Security number. Don’t write the whole number on it."
        >
          <div>
            <LinkButton to={`/application/file/${applicationid}`} reloadDocument icon="download">
              Download Application
            </LinkButton>
          </div>
        </Card>
      )}
      {received ? null : id}
      <Card title={received ? 'Upload another file' : '2. Upload it'}>
        <PackageUpload
          applicationid={applicationid}
          action={`/user/application/package/upload?applicationid=${applicationid}`}
          received={received}
          result={result}
        />
      </Card>
      {received ? id : <SendInstead awaited={awaited} />}
      {received ? (
        <Card title="Set Your Preferences" note="Decide now who may see your score once it is ready.">
          <div>
            <LinkButton to="/user/purchasepreferences">Set Your Preferences</LinkButton>
          </div>
        </Card>
      ) : null}
      <div className="actions">
        <LinkButton kind={received ? 'primary' : 'default'} size="large" to="/user">
          Done
        </LinkButton>
        <Form id="digital" intent={stepIntents.digital} result={result} summary={false}>
          <SubmitButton kind="quiet" size="large" pending="Switching">
            Switch to E-Signature
          </SubmitButton>
        </Form>
      </div>
    </>
  );
}

/** Where to send a package that is not uploaded: the addresses of the agency (doc2 §2.9). */
function SendInstead({ awaited }: Pick<ManualStepProps, 'awaited'>) {
  const { provider_mail_address: address, provider_support_email: email } = awaited;
  return (
    <Card title="Or send it" note="It takes about a week longer. We’ll email you when it arrives.">
      <Facts
        facts={[
          ['By mail', address],
          ['By email', <Email key="email" value={email} />],
        ]}
      />
      <p className="muted">
        Send every page: the number under each page says whose application it is. If you have questions,{' '}
        <Link to="/support">contact support</Link>.
      </p>
    </Card>
  );
}

/** What proves the identity of a person who has not verified it in the portal (D118). */
function IdCopy({ applicationid, received }: { applicationid: string; received: boolean }) {
  return (
    <Card
      title={received ? 'Your ID' : 'Enclose a copy of your ID'}
      note={
        received
          ? 'Our staff compares the copy of your ID in the package with what you entered.'
          : 'Add it to the pages that you upload or send: both sides of your driver’s license or state ID, or the page of your passport with your photo. It must not be expired.'
      }
    >
      <div>
        <LinkButton to={`/user/idverification?appid=${applicationid}`}>
          Verify my ID online instead
        </LinkButton>
      </div>
    </Card>
  );
}

/** Asks who chose paper and has verified the ID to go on: what they entered is printed as it is now. */
export function PaperReady({ result }: { result: unknown }) {
  return (
    <>
      <Banner tone="ok" title="Your details are complete.">
        They’re printed as you entered them. To change one, go back to its step first.
      </Banner>
      <Form id="paper" intent={stepIntents.paper} result={result}>
        <div className="actions">
          <SubmitButton size="large" pending="Saving">
            Continue on paper
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}

/** The reason why staff did not accept the paper package, next to the steps to sign again. */
export function PackageRejected({ rejected }: { rejected: NonNullable<StepData['rejected_package']> }) {
  return (
    <Banner
      tone="warn"
      title={
        rejected.received
          ? 'We couldn’t accept your signed application.'
          : 'Your signed application hasn’t reached us.'
      }
    >
      <span className="anywhere">{rejected.reason}</span> Please sign electronically, or on paper again.
    </Banner>
  );
}

/** The alternative to signing electronically, on each step that asks for a signature (D42). */
export function PaperInstead({ result }: { result: unknown }) {
  return (
    <Form id="paper" intent={stepIntents.paper} result={result} summary={false}>
      <p className="muted">
        Would you rather sign with a pen? You enter your details here and print the rest.
      </p>
      <div className="actions">
        <SubmitButton kind="default" pending="Saving">
          Sign on paper instead
        </SubmitButton>
      </div>
    </Form>
  );
}

/** Shown on the first step to an applicant who chose paper and has not entered all details. */
export function PaperChosen({ result, next }: { result: unknown; next: string }) {
  return (
    <>
      <Banner tone="plain" title="You chose to sign on paper.">
        After you enter your details, you can download the application and sign it.
      </Banner>
      <div className="actions">
        <LinkButton kind="primary" size="large" to={next}>
          Continue
        </LinkButton>
        <Form id="digital" intent={stepIntents.digital} result={result} summary={false}>
          <SubmitButton kind="quiet" size="large" pending="Switching">
            Switch to E-Signature
          </SubmitButton>
        </Form>
      </div>
    </>
  );
}
