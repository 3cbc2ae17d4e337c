import { Link, type LinkProps } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface StatusProgressProps {
  label: string;
  /** Percent. */
  progress: number;
  tone?: 'ok' | 'warn' | 'bad' | 'plain';
}

/**
 * The status of a connection: text, number and bar (doc1 §4); `statusLook` of the network's forms returns all three.
 */
export function StatusProgress({ label, progress, tone = 'plain' }: StatusProgressProps) {
  const quiet = tone === 'plain' && progress === 0 ? 'status-none' : null;
  return (
    <span className={['status', tone === 'plain' ? quiet : `status-${tone}`].filter(Boolean).join(' ')}>
      <b>{label}</b>
      <span>{`${progress}%`}</span>
      <progress value={progress} max={100} aria-hidden="true" />
    </span>
  );
}

interface ProgressLineProps {
  label: ReactNode;
  /** Shown at the right: 'Step 2 of 4, 40%'. */
  note: ReactNode;
  value: number;
  max?: number;
  /** Accessible name of the bar; the label by default if that is a text. */
  name?: string;
}

export function ProgressLine({ label, note, value, max = 100, name }: ProgressLineProps) {
  return (
    <div className="progress-line">
      <div>
        <b>{label}</b>
        <span className="muted num">{note}</span>
      </div>
      <progress
        value={value}
        max={max}
        aria-label={name ?? (typeof label === 'string' ? label : 'Progress')}
      />
    </div>
  );
}

export interface Step {
  label: string;
  state: 'done' | 'current' | 'open';
  /** Link to a completed step. */
  to?: LinkProps['to'];
  note?: ReactNode;
}

/** The steps of a flow: completed, current and remaining. */
export function Rail({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="rail">
      {steps.map((step, at) => (
        <li
          key={step.label}
          className={step.state === 'done' ? 'done' : undefined}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className="n">{step.state === 'done' ? <Icon name="check" /> : at + 1}</span>
          <span>
            {step.to ? <Link to={step.to}>{step.label}</Link> : step.label}
            {step.state === 'done' ? <span className="sr">, done</span> : null}
            {step.note ? <small>{step.note}</small> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface FlowProps {
  steps: readonly Step[];
  /** Names the flow: 'Application'. */
  label: string;
  /** How long the remaining steps take. */
  rest?: ReactNode;
  children: ReactNode;
}

/** The layout of a flow's page: the steps at the side, or in one line on a phone. */
export function Flow({ steps, label, rest, children }: FlowProps) {
  const at = steps.findIndex((step) => step.state === 'current');
  const place = at < 0 ? steps.length : at + 1;
  return (
    <div className="flow">
      <aside aria-label="Steps">
        <div className="only-narrow">
          <ProgressLine
            label={steps[at]?.label ?? label}
            note={`Step ${place} of ${steps.length}`}
            value={place}
            max={steps.length}
            name={`${label}, step ${place} of ${steps.length}`}
          />
        </div>
        <div className="only-wide">
          <Rail steps={steps} />
        </div>
        {rest ? <p className="small faint rest">{rest}</p> : null}
      </aside>
      <div className="stack stack-24">{children}</div>
    </div>
  );
}
