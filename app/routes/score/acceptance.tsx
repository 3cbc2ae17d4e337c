import type { ReactNode } from 'react';
import { LinkButton } from '../../components/index.ts';
import { CorrectionStep } from './correction-step.tsx';
import { ErrorStep } from './error-step.tsx';
import { IntroStep } from './intro-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { ScorePage } from './score-page.tsx';
import { SharingStep } from './sharing-step.tsx';
import type { AcceptanceProps, End } from './steps.ts';
import { TermsStep } from './terms-step.tsx';

/** The score acceptance, one step at a time (doc2 §2.11): in the person's own pages and by an approval link alike. */
export function ScoreAcceptance(props: AcceptanceProps) {
  const { step, end } = props;
  if (step === 100) return <AllCaughtUp end={end} />;
  return <>{contentOf(props)}</>;
}

function contentOf(props: AcceptanceProps): ReactNode {
  switch (props.step) {
    case 2:
      return <TermsStep {...props} />;
    case 3:
      return <ReviewStep {...props} />;
    case 5:
      return <ErrorStep {...props} />;
    case 6:
      return <CorrectionStep {...props} />;
    case 8:
      return <SharingStep {...props} />;
    default:
      return <IntroStep {...props} />;
  }
}

/** Step 100: nothing is left to decide. */
export function AllCaughtUp({ end }: { end: End }) {
  return (
    <ScorePage title="All caught up" lead="There is nothing left for you to review." step={100}>
      <div className="actions">
        <LinkButton kind="primary" size="large" to={end.to}>
          {end.label}
        </LinkButton>
      </div>
    </ScorePage>
  );
}
