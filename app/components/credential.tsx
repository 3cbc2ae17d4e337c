import { type ReactNode, useId } from 'react';
import { type Grade, grades } from '#modules/platform/browser.ts';
import { ShieldId } from './shield-id.tsx';

/** A rosette of rotated ellipses, as in security printing. */
function Rosette({ rx, ry, step, at }: { rx: number; ry: number; step: number; at?: string }) {
  return (
    <>
      {Array.from({ length: 180 / step }, (_, turn) => (
        <ellipse
          // biome-ignore lint/suspicious/noArrayIndexKey: the ellipses are fixed and never move
          key={turn}
          cx={at ? 60 : undefined}
          cy={at ? 62 : undefined}
          rx={rx}
          ry={ry}
          transform={`rotate(${turn * step}${at ? ` ${at}` : ''})`}
        />
      ))}
    </>
  );
}

/** The shield with the score on it. */
export function Seal({ grade, expired = false }: { grade: Grade; expired?: boolean }) {
  const clip = useId();
  return (
    <svg viewBox="0 0 120 134" role="img" aria-label={`ShieldScore ${grade}${expired ? ', expired' : ''}`}>
      <clipPath id={clip}>
        <path d="M60 9 107 24v38c0 30-18.5 49-47 62C31.5 111 13 92 13 62V24z" />
      </clipPath>
      <path
        className="seal-edge"
        d="M60 2 114 19v43c0 34-21 56-54 70C27 118 6 96 6 62V19z"
        strokeWidth="2.5"
      />
      <path className="seal-fill" d="M60 9 107 24v38c0 30-18.5 49-47 62C31.5 111 13 92 13 62V24z" />
      <g className="seal-lines" clipPath={`url(#${clip})`} strokeWidth=".6">
        <Rosette rx={54} ry={21} step={10} at="60 62" />
      </g>
      <circle className="seal-fill" cx="60" cy="62" r="34" />
      <text
        className={grade.length > 4 ? 'seal-text seal-long' : 'seal-text'}
        x="60"
        y="72"
        textAnchor="middle"
      >
        {grade}
      </text>
      {expired ? (
        <text className="seal-expired" x="60" y="92" textAnchor="middle">
          Expired
        </text>
      ) : null}
    </svg>
  );
}

/** The scale from best to worst, with one grade marked. */
function Scale({ grade }: { grade: Grade | null }) {
  return (
    <ol className="scale" aria-label="Score scale, best to worst">
      {grades
        .filter((each) => each !== 'NA')
        .map((each) => (
          <li key={each} data-grade={each} aria-current={each === grade ? 'true' : undefined}>
            <span>{each}</span>
          </li>
        ))}
    </ol>
  );
}

interface CredentialProps {
  grade: Grade;
  shieldId: string | null;
  /** Accessible name, such as 'Your ShieldScore'. */
  label: string;
  /** Label above the id; 'ShieldID' by default. */
  eyebrow?: ReactNode;
  /** Holder, Valid through. */
  facts?: readonly (readonly [name: string, value: ReactNode])[];
  /** Shown above the id, such as the verdict on the acceptance page. */
  children?: ReactNode;
  /** Shown under the scale: actions. */
  foot?: ReactNode;
  /** The large form of the acceptance page. */
  full?: boolean;
  /** Gray, and said to be expired. */
  expired?: boolean;
  /** Gray, because nobody else sees it at the moment. */
  muted?: boolean;
}

/** The score as a certificate: shield, id, expiration, scale. */
export function Credential({
  grade,
  shieldId,
  label,
  eyebrow,
  facts = [],
  children,
  foot,
  full,
  expired = false,
  muted = false,
}: CredentialProps) {
  return (
    <article
      className={full ? 'credential credential-full' : 'credential'}
      data-grade={expired || muted ? 'NA' : grade}
      aria-label={label}
    >
      <svg className="rosette" viewBox="-200 -200 400 400" aria-hidden="true">
        <Rosette rx={196} ry={92} step={5} />
        <Rosette rx={91} ry={30} step={9} />
        <Rosette rx={29} ry={9} step={15} />
      </svg>
      <div className="credential-in">
        <div className="seal">
          <Seal grade={grade} expired={expired} />
        </div>
        <div className={full ? 'stack' : 'stack stack-8'}>
          {children}
          <div>
            <p className="eyebrow">{eyebrow ?? 'ShieldID'}</p>
            <p className="bigid">{shieldId ? <ShieldId value={shieldId} /> : 'None yet'}</p>
          </div>
          {facts.length > 0 ? (
            <dl className="credential-facts">
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </div>
      </div>
      <Scale grade={expired ? null : grade} />
      {foot ? <div className="card-foot credential-foot">{foot}</div> : null}
    </article>
  );
}
