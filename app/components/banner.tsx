import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'info' | 'ok' | 'warn' | 'bad' | 'plain';

const toneIcons: Record<Tone, IconName> = {
  info: 'info',
  ok: 'ok',
  warn: 'alert',
  bad: 'stop',
  plain: 'info',
};

interface BannerProps {
  tone?: Tone;
  icon?: IconName;
  /** Bold text at the beginning. */
  title?: ReactNode;
  /** A button or link to the right. */
  action?: ReactNode;
  /**
   * `alert` is announced immediately, `status` politely or by the focus (page-focus.ts). Omit it for content that is
   * there from the start.
   */
  live?: 'alert' | 'status';
  children?: ReactNode;
}

/** A title without a period gets its own line, so that it is not read as one sentence with the text after it. */
function endsSentence(title: ReactNode): boolean {
  return typeof title !== 'string' || /[.!?:]$/.test(title);
}

/** A message about the whole page. Its color is supported by an icon and a word. */
export function Banner({ tone = 'info', icon, title, action, live, children }: BannerProps) {
  return (
    <div
      className={tone === 'info' ? 'banner' : `banner banner-${tone}`}
      role={live}
      tabIndex={live === 'status' ? -1 : undefined}
    >
      <Icon name={icon ?? toneIcons[tone]} />
      <div className="banner-words">
        {title ? <b className={endsSentence(title) ? undefined : 'banner-title'}>{title}</b> : null}
        {title && children ? ' ' : null}
        {children}
      </div>
      {action}
    </div>
  );
}
