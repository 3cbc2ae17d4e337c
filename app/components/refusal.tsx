import { Banner } from './cards.tsx';
import { refusalIn } from './form/state.ts';

interface RefusalBannerProps {
  /** What the page's action answered. */
  result?: unknown;
  /** The refusal's text, if a loader provides it. */
  text?: string | null;
  tone?: 'bad' | 'warn';
}

/** Shows above the page's content why something was refused. A form with fields shows it in its summary instead. */
export function RefusalBanner({ result, text, tone = 'bad' }: RefusalBannerProps) {
  const words = text ?? refusalIn(result);
  if (!words) return null;
  return (
    <Banner tone={tone} live="alert">
      {words}
    </Banner>
  );
}
