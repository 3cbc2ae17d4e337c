import { Banner } from '../banner.tsx';
import { LinkButton } from '../button.tsx';

/** On every page but the home page, which says it in more words, while a score waits for its owner's decision (doc2 §2.1). */
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
