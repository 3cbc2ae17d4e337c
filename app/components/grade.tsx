import type { ReactNode } from 'react';
import type { Grade } from '#modules/platform/browser.ts';
import { Icon, type IconName } from './icon.tsx';

/** A score: its colour always with its name. */
export function GradeBadge({ grade }: { grade: Grade }) {
  return (
    <span className="grade" data-grade={grade}>
      {grade}
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

/** A number beside a word: unread alerts, people in a tab. */
export function Count({ value, bad, of }: { value: number; bad?: boolean; of?: string }) {
  return (
    <span className={bad ? 'count count-bad' : 'count'}>
      {value.toLocaleString('en-US')}
      {of ? <span className="sr"> {of}</span> : null}
    </span>
  );
}
