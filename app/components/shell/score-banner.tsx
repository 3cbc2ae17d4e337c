import { Banner } from '../banner.tsx';
import { LinkButton } from '../button.tsx';

/**
 * Shown while a score waits for its owner's decision (doc2 §2.1), on every page except the home page, which explains it
 * in more detail.
 */
export function ScoreBanner() {
  return (
    <div className="shell-banner">
      <Banner
        tone="ok"
        title="Your result is here."
        action={
          <LinkButton size="small" to="/user/scoreapproval">
            Review result
          </LinkButton>
        }
      >
        No one else sees it until you activate it.
      </Banner>
    </div>
  );
}
