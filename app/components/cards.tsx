import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface CardProps {
  title?: ReactNode;
  /** Shown to the right of the title, such as a link or badge. */
  aside?: ReactNode;
  /** A line under the title. */
  note?: string;
  foot?: ReactNode;
  /** False for content with its own padding, such as a list or table. */
  padded?: boolean;
  id?: string;
  className?: string;
  /** One heading level deeper, for a card under a section's heading. */
  level?: 2 | 3;
  busy?: boolean;
  /** Says on the title's line that there is nothing; the card then shows nothing else. */
  empty?: string | false;
  children?: ReactNode;
}

export function Card({
  title,
  aside,
  note,
  foot,
  padded = true,
  id,
  className,
  level = 2,
  busy,
  empty,
  children,
}: CardProps) {
  const titleId = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const Tag = title ? 'section' : 'div';
  return (
    <Tag
      className={className ? `card ${className}` : 'card'}
      id={id}
      aria-labelledby={title ? titleId : undefined}
      aria-busy={busy || undefined}
    >
      {title ? (
        <div className={empty ? 'card-head card-head-only' : 'card-head'}>
          <Heading id={titleId}>{title}</Heading>
          {empty ? <span className="small muted">{empty}</span> : null}
          {aside}
          {note ? <p className="small">{note}</p> : null}
        </div>
      ) : null}
      {empty ? null : padded ? <div className="card-body stack">{children}</div> : children}
      {foot ? <div className="card-foot">{foot}</div> : null}
    </Tag>
  );
}

/** Pairs of a name and a value. */
export function Facts({ facts }: { facts: readonly (readonly [name: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts never change their order
        <Fact key={at} name={name} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { name: ReactNode; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

export function List({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className="list" aria-label={label}>
      {children}
    </ul>
  );
}

interface ListRowProps {
  /** Shown at the left, such as an avatar or icon. */
  lead?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  /** Shown at the right, such as a badge or buttons. */
  children?: ReactNode;
}

export function ListRow({ lead, title, note, children }: ListRowProps) {
  return (
    <li>
      {lead}
      <div className="grow">
        <b>{title}</b>
        {note ? <span className="small muted">{note}</span> : null}
      </div>
      {children ? <div className="list-end">{children}</div> : null}
    </li>
  );
}

interface EmptyStateProps {
  icon: IconName;
  title: ReactNode;
  /** What to do next. */
  children?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
}

export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="empty">
      <Icon name={icon} />
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  );
}

/** Placeholder rows while loading. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  return (
    <>
      <span className="sr" role="status">
        Loading
      </span>
      <ul className="list" aria-hidden="true">
        {Array.from({ length: rows }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all rows are the same
          <li key={at} className="skel-row">
            <span className="skel skel-round" />
            <div className="grow stack stack-8">
              <span className="skel skel-long" />
              <span className="skel skel-short" />
            </div>
            <span className="skel skel-badge" />
          </li>
        ))}
      </ul>
    </>
  );
}
