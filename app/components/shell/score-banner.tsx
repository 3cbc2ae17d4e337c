import { formatDate } from '#modules/platform/browser.ts';
import { Banner } from '../banner.tsx';
import { LinkButton } from '../button.tsx';

/**
 * Shown while a score waits for its owner's decision (doc2 §2.1), on every page except the home page, which explains it
 * in more detail.
 */
interface ScoreBannerProps {
  /** Since when an active score is under review; null for a new result. */
  reviewSince: string | Date | null;
  timeZone: string;
}

export function ScoreBanner({ reviewSince, timeZone }: ScoreBannerProps) {
  const words = reviewSince
    ? {
        title: 'Your ShieldScore is under review.',
        action: 'Review the change',
        text: `Monitoring found a change on ${formatDate(reviewSince, timeZone)}. No one sees your score until you review it.`,
      }
    : {
        title: 'Your result is here.',
        action: 'Review result',
        text: 'No one else sees it until you activate it.',
      };
  return (
    <div className="shell-banner">
      <Banner
        tone={reviewSince ? 'warn' : 'ok'}
        title={words.title}
        action={
          <LinkButton kind="primary" size="small" to="/user/scoreapproval">
            {words.action}
          </LinkButton>
        }
      >
        {words.text}
      </Banner>
    </div>
  );
}
