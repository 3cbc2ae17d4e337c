import { formatCount, formatDate } from '#modules/platform/browser.ts';
import { Banner, LinkButton } from '../../components/index.ts';
import type { ScoreSummary } from './score-summary.server.ts';

/** Blue with the number of days left; red after the score has expired (doc2 §4.3). */
export function RenewalBanner({ summary }: { summary: ScoreSummary }) {
  const { offersRenewal, state, daysLeft, expiration } = summary;
  if (!offersRenewal || !expiration) return null;
  const action = (
    <LinkButton kind="primary" to="/user/purchase">
      Renew Background Check
    </LinkButton>
  );
  if (state === 'expired') {
    return (
      <Banner tone="bad" title="Your ShieldScore has expired." action={action}>
        It expired on {formatDate(expiration)} and is no longer active. Renew to share it again.
      </Banner>
    );
  }
  return (
    <Banner icon="clock" title={`Only ${formatCount(daysLeft, 'day')} left`} action={action}>
      Your ShieldScore expires on {formatDate(expiration)}. Renew now so that your score stays active for the
      companies in your network.
    </Banner>
  );
}
