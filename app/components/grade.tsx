import type { ReactNode } from 'react';
import type { Grade } from '#modules/platform/browser.ts';
import { Icon, type IconName } from './icon.tsx';

interface GradeBadgeProps {
  grade: Grade;
  expired?: boolean;
  /** The payment for its check is disputed, so it is not shared. */
  held?: boolean;
  /** A change of it waits for the person, or they reported an error, so it is not shared (D116). */
  underReview?: boolean;
  /** False in a row that says why the score does not count in another place. */
  marked?: boolean;
}

/** The name of a score on its color. One that is expired, on hold or under review is gray and marked so. */
export function GradeBadge({ grade, expired, held, underReview, marked = true }: GradeBadgeProps) {
  const mark = expired ? 'Expired' : held ? 'On hold' : underReview ? 'Under review' : null;
  return (
    <span className={mark ? 'grade grade-expired' : 'grade'} data-grade={mark ? 'NA' : grade}>
      {mark && marked ? `${grade} ${mark}` : grade}
    </span>
  );
}

interface BadgeProps {
  tone?: 'ok' | 'warn' | 'bad' | 'info';
  icon?: IconName;
  children: ReactNode;
}

export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={tone ? `badge ${tone}` : 'badge'}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  );
}

interface CountProps {
  value: number;
  /** Whether there are more than `value`. */
  more?: boolean;
  bad?: boolean;
  /** What is counted, for screen readers. */
  of?: string;
}

/** A count next to a label, such as unread alerts. */
export function Count({ value, more, bad, of }: CountProps) {
  return (
    <span className={bad ? 'count count-bad' : 'count'}>
      {`${value.toLocaleString('en-US')}${more ? '+' : ''}`}
      {of ? <span className="sr"> {of}</span> : null}
    </span>
  );
}
