import { startTransition, useEffect, useRef } from 'react';

/**
 * Calls `end` each time that the fetcher has ended, with the data of its answer. What `end` changes is rendered together
 * with that data. Remix renders the states of a fetcher as transitions, and on a busy device React skips some of them:
 * a component may never see that its fetcher was busy, so it cannot learn from `fetcher.state` that an answer has come.
 * @param key of the fetcher
 */
export function useFetcherEnd(key: string, end: (data: unknown) => void): void {
  const latest = useRef(end);
  latest.current = end;
  useEffect(() => {
    let busy = false;
    return window.__remixRouter.subscribe(({ fetchers }) => {
      const fetcher = fetchers.get(key);
      if (!fetcher) return;
      const ended = busy && fetcher.state === 'idle';
      busy = fetcher.state !== 'idle';
      if (ended) startTransition(() => latest.current(fetcher.data));
    });
  }, [key]);
}
