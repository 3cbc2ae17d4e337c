import { Link } from '@remix-run/react';
import { formatDate } from '#modules/platform/browser.ts';
import { Banner } from '../banner.tsx';

interface DeletionBannerProps {
  eraseAt: string | Date;
  /** That date is past, because something else has to end first. */
  waits: boolean;
}

/** Shown on every page after the person has requested the deletion of the account (D23). */
export function DeletionBanner({ eraseAt, waits }: DeletionBannerProps) {
  return (
    <div className="shell-banner">
      <Banner
        tone="warn"
        title={
          waits
            ? 'Your account hasn’t been deleted yet.'
            : `Your account will be deleted on ${formatDate(eraseAt)}.`
        }
        action={
          <Link className="btn btn-small" to="/user/profile/privacy#data">
            Keep my account
          </Link>
        }
      >
        {waits
          ? 'Your privacy settings show what we’re waiting for. You can still change your mind.'
          : 'You can change your mind until then.'}
      </Banner>
    </div>
  );
}
