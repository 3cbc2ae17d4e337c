import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { refusalIn } from './form/state.ts';

interface RefusalBannerProps {
  /** The answer of the page's action. */
  result?: unknown;
  /** The refusal's text, if a loader provides it. */
  text?: string | null;
  tone?: 'bad' | 'warn';
  /** A button with the next step. */
  action?: ReactNode;
}

/** Shows above the page's content why something was refused. A form with fields shows it in its summary instead. */
export function RefusalBanner({ result, text, tone = 'bad', action }: RefusalBannerProps) {
  const words = text ?? refusalIn(result);
  if (!words) return null;
  return (
    <Banner tone={tone} live="alert" action={action}>
      {words}
    </Banner>
  );
}
