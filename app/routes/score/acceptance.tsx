import { LinkButton } from '../../components/index.ts';
import { CorrectionStep } from './correction-step.tsx';
import { ErrorStep } from './error-step.tsx';
import { IntroStep } from './intro-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { ScorePage } from './score-page.tsx';
import { SharingStep } from './sharing-step.tsx';
import type { AcceptanceProps, End } from './steps.ts';
import { TermsStep } from './terms-step.tsx';

/** The score acceptance, one step at a time (doc2 §2.11), both in the person's own pages and with an approval link. */
export function ScoreAcceptance(props: AcceptanceProps) {
  switch (props.step) {
    case 'terms':
      return <TermsStep {...props} />;
    case 'review':
      return <ReviewStep {...props} />;
    case 'error':
      return <ErrorStep {...props} />;
    case 'correction':
      return <CorrectionStep {...props} />;
    case 'sharing':
      return <SharingStep {...props} />;
    case 'intro':
      return <IntroStep {...props} />;
    case 'end':
      return <AllCaughtUp end={props.end} />;
  }
}

/** The last step, at which nothing is left to decide. */
export function AllCaughtUp({ end }: { end: End }) {
  return (
    <ScorePage title="All caught up" lead="There is nothing left for you to review." step="end">
      <div className="actions">
        <LinkButton kind="primary" size="large" to={end.to}>
          {end.label}
        </LinkButton>
      </div>
    </ScorePage>
  );
}
