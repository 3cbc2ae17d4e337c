import { formatPhone } from '#modules/platform/browser.ts';
import { Banner, Card, Icon, LinkButton, PollingRefresh } from '../../components/index.ts';
import { type TextUpdates, TextUpdatesCard } from '../privacy/text-updates-card.tsx';
import { CheckProgress, type Progress } from './check-progress.tsx';
import { noticeOf } from './status-notice.ts';
import type { StepData } from './step-data.ts';
import { stepIntents } from './step-intents.ts';

interface ReviewStepProps {
  /** How far the agency has come; null before it has the order, and after it has finished. */
  progress: Progress | null;
  texts: TextUpdates | null;
  result: unknown;
  page: Pick<StepData, 'application'> & { applicationstatus: string };
}

/** The page after submission: what happens now, and what the person can do in the meantime (doc2 §2.9). */
export function ReviewStep({ page, progress, texts, result }: ReviewStepProps) {
  const { application, applicationstatus } = page;
  if (applicationstatus === 'pending') {
    return (
      <>
        <p className="lead row row-tight" role="status">
          <span className="spin" aria-hidden="true" />
          Your background check is being submitted.
        </p>
        <PollingRefresh seconds={3} soon />
      </>
    );
  }
  const notice = noticeOf(application);
  return (
    <>
      {notice.changes ? <PollingRefresh seconds={10} /> : null}
      <Banner tone={notice.tone} live="status" title={notice.title}>
        {notice.text}
      </Banner>
      {notice.waiting ? (
        <ul className="bullets">
          <Bullet>It takes several days to process your background check.</Bullet>
          <Bullet>{`Watch for ${texts?.agreed ? 'text and email' : 'email'} notifications.`}</Bullet>
          <Bullet>Log in at any time to check the status.</Bullet>
        </ul>
      ) : null}
      {progress ? <CheckProgress progress={progress} provider={application.provider} /> : null}
      <Card title="Your copy" note="Your details, each document you agreed to, and how you signed.">
        <div>
          <LinkButton to={`/application/file/${application.applicationid}`} reloadDocument icon="download">
            Download File Copy
          </LinkButton>
        </div>
      </Card>
      {notice.waiting ? (
        <Card title="Set Your Preferences" note="Decide now who may see your score once it is ready.">
          <div>
            <LinkButton to="/user/purchasepreferences">Set Your Preferences</LinkButton>
          </div>
        </Card>
      ) : null}
      {notice.waiting && texts ? (
        <TextUpdatesCard texts={texts} intents={stepIntents} result={result} />
      ) : null}
      <p className="small muted">
        Questions about the check: {application.provider},{' '}
        <a className="nowrap" href={`tel:+1${application.provider_support_phone}`}>
          {formatPhone(application.provider_support_phone)}
        </a>
        {application.provider_profile_number ? `, profile ${application.provider_profile_number}` : null}.
      </p>
      <div className="actions">
        {notice.action ? (
          <LinkButton kind="primary" size="large" to={notice.action.to}>
            {notice.action.label}
          </LinkButton>
        ) : null}
        <LinkButton kind={notice.action ? 'quiet' : 'primary'} size="large" to="/user">
          Done
        </LinkButton>
      </div>
    </>
  );
}

function Bullet({ children }: { children: string }) {
  return (
    <li>
      <Icon name="check" />
      <span>{children}</span>
    </li>
  );
}
