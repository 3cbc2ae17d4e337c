import { Link } from '@remix-run/react';
import { formatDate } from '#modules/platform/browser.ts';
import { Banner } from '../banner.tsx';

/** Shown on every page after the person has requested the deletion of the account (D23). */
export function DeletionBanner({ eraseAt }: { eraseAt: string | Date }) {
  return (
    <div className="shell-banner">
      <Banner
        tone="warn"
        title={`Your account will be deleted on ${formatDate(eraseAt)}.`}
        action={
          <Link className="btn btn-small" to="/user/profile/privacy#data">
            Keep my account
          </Link>
        }
      >
        You can change your mind until then.
      </Banner>
    </div>
  );
}
