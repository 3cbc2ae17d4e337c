import { useCallback, useRef, useState } from 'react';
import { useBrowserLayoutEffect } from './browser-layout-effect.ts';
import { useFetcherEnd } from './fetcher-end.ts';

/**
 * Sends one value at a time. Of the values that are wanted while one is under way, the last is sent after it: requests
 * that are under way together may reach the database in another order than they were sent.
 * @param fetcher the key of the fetcher that `send` uses
 * @returns the value that was wanted last, null once it was answered; and the function that wants one
 */
export function useOneAtATime<T>(
  fetcher: string,
  send: (value: T) => void,
): [wanted: T | null, want: (value: T) => void] {
  const [wanted, setWanted] = useState<{ value: T } | null>(null);
  const underWay = useRef(false);
  const next = useRef<{ value: T } | null>(null);
  const latest = useRef(send);
  useBrowserLayoutEffect(() => {
    latest.current = send;
  });
  useFetcherEnd(fetcher, () => {
    const waiting = next.current;
    next.current = null;
    underWay.current = waiting !== null;
    // The router is still telling that this one has ended.
    if (waiting) queueMicrotask(() => latest.current(waiting.value));
    else setWanted(null);
  });
  const want = useCallback((value: T) => {
    setWanted({ value });
    if (underWay.current) {
      next.current = { value };
      return;
    }
    underWay.current = true;
    latest.current(value);
  }, []);
  return [wanted ? wanted.value : null, want];
}
