import type { ReactNode } from 'react';
import type { Grade } from '#modules/platform/browser.ts';
import { Icon, type IconName } from './icon.tsx';

/** The name of a score on its color. An expired one is gray and marked as expired. */
export function GradeBadge({ grade, expired = false }: { grade: Grade; expired?: boolean }) {
  return (
    <span className={expired ? 'grade grade-expired' : 'grade'} data-grade={expired ? 'NA' : grade}>
      {expired ? `${grade} Expired` : grade}
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
