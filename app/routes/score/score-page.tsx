import type { ReactNode } from 'react';
import { ProgressLine } from '../../components/index.ts';
import { places } from './steps.ts';

interface ScorePageProps {
  /** In the documents' numbers; absent before the acceptance begins. */
  step?: number;
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

/** One step of the acceptance: how far it has come, what it is about, what it asks. */
export function ScorePage({ step, title, lead, children }: ScorePageProps) {
  const place = step === undefined ? undefined : places[step];
  return (
    <div className="inner inner-narrow calm">
      {place ? (
        <ProgressLine
          label={place.label}
          note={`Step ${place.at} of 5`}
          value={place.at}
          max={5}
          name={`Score acceptance, step ${place.at} of 5`}
        />
      ) : null}
      <div className="stack stack-8">
        <h1 id="title" tabIndex={-1}>
          {title}
        </h1>
        {lead ? <p className="lead">{lead}</p> : null}
      </div>
      {children}
    </div>
  );
}
