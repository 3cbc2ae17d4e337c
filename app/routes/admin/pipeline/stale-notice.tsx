import { useEffect, useState } from 'react';
import { adminTimings } from '#modules/admin/limits.ts';
import { Banner } from '../../../components/index.ts';

/** Shown if two refreshes of the list have failed, because it was paused or the server could not be reached. */
export function StaleNotice({ loadedAt }: { loadedAt: Date | string }) {
  const [stale, setStale] = useState<Date | string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStale(loadedAt), 2.5 * adminTimings['alert.refreshed']);
    return () => clearTimeout(timer);
  }, [loadedAt]);
  if (stale !== loadedAt) return null;
  return (
    <Banner tone="warn" live="status">
      This list may be out of date: it hasn’t been refreshed for a while.
    </Banner>
  );
}
