import type { ReactNode } from 'react';

export interface Moment {
  key: string;
  title: ReactNode;
  /** The time in words, shown at the right. */
  when: string;
  at: Date;
  note?: ReactNode;
  /** `ok` and `bad` are for good and bad outcomes. */
  tone?: 'ok' | 'bad' | undefined;
}

/** A list of events, one below the other. */
export function Timeline({ moments }: { moments: readonly Moment[] }) {
  return (
    <ol className="timeline">
      {moments.map(({ key, title, when, at, note, tone }) => (
        <li key={key} className={tone ? `t-${tone}` : undefined}>
          <div className="line">
            <b>{title}</b>
            <time dateTime={at.toISOString()}>{when}</time>
          </div>
          {note ? <p className="small muted anywhere">{note}</p> : null}
        </li>
      ))}
    </ol>
  );
}
