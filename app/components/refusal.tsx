import { Banner } from './cards.tsx';
import { refusalIn } from './form/state.ts';

interface RefusalBannerProps {
  /** What the page's action answered. */
  result?: unknown;
  /** The refusal's text, where a loader has it. */
  text?: string | null;
  tone?: 'bad' | 'warn';
}

/** Says above the page's content why something was refused. A form with fields says it in its own summary. */
export function RefusalBanner({ result, text, tone = 'bad' }: RefusalBannerProps) {
  const words = text ?? refusalIn(result);
  if (!words) return null;
  return (
    <Banner tone={tone} live="alert">
      {words}
    </Banner>
  );
}
