import type { ReactNode } from 'react';
import type { AcceptanceStep } from '#modules/applications/fields.ts';
import { PageTitle, ProgressLine } from '../../components/index.ts';
import { progress, progressSteps } from './steps.ts';

interface ScorePageProps {
  /** Undefined before the acceptance begins. */
  step?: AcceptanceStep;
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

/** One step of the acceptance: the progress, the subject, and the question. */
export function ScorePage({ step, title, lead, children }: ScorePageProps) {
  const reached = step && progress[step];
  return (
    <div className="inner inner-narrow calm">
      {reached ? (
        <ProgressLine
          label={reached.label}
          note={`Step ${reached.at} of ${progressSteps}`}
          value={reached.at}
          max={progressSteps}
          name={`Score acceptance, step ${reached.at} of ${progressSteps}`}
        />
      ) : null}
      <div className="stack stack-8">
        <PageTitle>{title}</PageTitle>
        {lead ? <p className="lead">{lead}</p> : null}
      </div>
      {children}
    </div>
  );
}
