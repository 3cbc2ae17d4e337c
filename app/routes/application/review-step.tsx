import { Link } from '@remix-run/react';
import { formatPhone } from '#modules/platform/browser.ts';
import { text } from '#modules/platform/catalogue.ts';
import { Banner, Card, Icon, LinkButton, PollingRefresh } from '../../components/index.ts';
import type { StepData } from './step.tsx';

interface ReviewStepProps {
  page: Pick<StepData, 'application'> & { applicationstatus: string };
}

/** The application is on its way: what happens now, and what one can do meanwhile (doc2 §2.9). */
export function ReviewStep({ page }: ReviewStepProps) {
  const { application, applicationstatus } = page;
  if (applicationstatus === 'pending') {
    return (
      <>
        <p className="lead" role="status">
          {text('application.submitting')}
        </p>
        <PollingRefresh seconds={3} />
      </>
    );
  }
  const file = `/application/file/${application.applicationid}`;
  return (
    <>
      <PollingRefresh seconds={10} />
      <Standing application={application} />
      <ul className="bullets">
        <Bullet>It takes several days to process your background check.</Bullet>
        <Bullet>Watch for text and e-mail notifications.</Bullet>
        <Bullet>Log in at any time to check the status.</Bullet>
      </ul>
      <Card title="Your copy" note="Your details, each document you agreed to, and how you signed.">
        <div>
          <LinkButton to={file} reloadDocument icon="download">
            Download File Copy
          </LinkButton>
        </div>
      </Card>
      <p className="small muted">
        Questions about the check: {application.provider},{' '}
        <a className="nowrap" href={`tel:+1${application.provider_support_phone}`}>
          {formatPhone(application.provider_support_phone)}
        </a>
        {application.provider_profile_number ? `, profile ${application.provider_profile_number}` : null}.
      </p>
      <div className="actions">
        <LinkButton kind="primary" size="large" to="/user">
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

/** Where the check stands, in a sentence. */
function Standing({ application }: Pick<ReviewStepProps['page'], 'application'>) {
  const { composite_status_code: code, provider, applicationid } = application;
  if (code === 'newrequiresapproval' || code === 'monitorrequiresapproval') {
    return (
      <Banner
        tone="ok"
        live="status"
        title="Your result is here."
        action={
          <LinkButton size="small" to={`/user/scoreapproval?applicationid=${applicationid}`}>
            Review it
          </LinkButton>
        }
      >
        Nobody sees it before you activate it.
      </Banner>
    );
  }
  if (code === 'correctionrequest') {
    return (
      <Banner tone="warn" title="You reported an error.">
        {provider} looks into it.{' '}
        <Link to={`/user/scoreapproval?applicationid=${applicationid}`}>See the dates</Link>
      </Banner>
    );
  }
  if (code === 'clearidaction') {
    return (
      <Banner tone="warn" live="status" title="The pictures of your ID could not be read.">
        {provider} needs them again. We write to you how to send them; you can also call the number below.
      </Banner>
    );
  }
  if (code === 'inprogress') {
    return (
      <Banner live="status" title="In progress.">
        {provider} is working on your check.
      </Banner>
    );
  }
  return (
    <Banner tone="ok" live="status" title="Submitted.">
      Your application is with {provider}.
    </Banner>
  );
}
