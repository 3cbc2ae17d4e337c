import { networkTimings } from '#modules/network/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { Card } from '../../components/index.ts';
import { SearchForm } from '../network/search-form.tsx';

/**
 * Searches for another person. The result is shown on its own page. `left` is null for a team member, who has no limit.
 */
export function SearchCard({ left, limit }: { left: number | null; limit: number }) {
  return (
    <Card
      id="search"
      title="Search ShieldID"
      aside={
        left === null ? null : (
          <span className="small faint">
            {left} of {limit} free searches left in {formatDuration(networkTimings['search.free-window'])}
          </span>
        )
      }
    >
      <SearchForm
        label="Look someone up before they start work. They’ll see that you searched."
        placeholder="ShieldID, ShieldLink ID or email"
      />
    </Card>
  );
}
