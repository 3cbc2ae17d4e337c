import { formatDate } from '#modules/platform/browser.ts';
import { Badge, Banner, Card, List, ListRow } from '../../components/index.ts';

export interface Progress {
  estimated_on: string | null;
  delayed: boolean;
  searches: { search: string; scope: string; state: 'waiting' | 'done' | 'delayed' }[];
}

const look = {
  waiting: { label: 'In progress', tone: 'info' },
  done: { label: 'Complete', tone: 'ok' },
  delayed: { label: 'Delayed', tone: 'warn' },
} as const;

/** How far the agency has come with the searches of a check, and when it expects to finish. */
export function CheckProgress({ progress, provider }: { progress: Progress; provider: string }) {
  const { estimated_on: estimated, delayed, searches } = progress;
  if (!estimated && searches.length === 0) return null;
  return (
    <Card
      title="Progress"
      padded={false}
      {...(estimated && !delayed
        ? { note: `${provider} expects to finish by ${formatDate(estimated)}.` }
        : {})}
    >
      {estimated && delayed ? (
        <div className="card-body">
          <Banner tone="warn" title="This is taking longer than expected.">
            {provider} expected to finish by {formatDate(estimated)} and is still working on it. You don’t
            need to do anything. A delay says nothing about the result.
          </Banner>
        </div>
      ) : null}
      <List>
        {searches.map(({ search, scope, state }) => (
          <ListRow key={`${search} ${scope}`} title={search} note={scope}>
            <Badge tone={look[state].tone}>{look[state].label}</Badge>
          </ListRow>
        ))}
      </List>
    </Card>
  );
}
