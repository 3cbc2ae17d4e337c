import { useCallback, useEffect, useRef, useState } from 'react';
import { useBrowserLayoutEffect } from './browser-layout-effect.ts';

/**
 * Sends one value at a time. Of the values that are wanted while one is under way, the last is sent after it: requests
 * that are under way together may reach the database in another order than they were sent.
 * @param busy whether the fetcher that `send` uses is busy
 * @returns the value that was wanted last, null once it was answered; and the function that wants one
 */
export function useOneAtATime<T>(
  busy: boolean,
  send: (value: T) => void,
): [wanted: T | null, want: (value: T) => void] {
  const [wanted, setWanted] = useState<{ value: T } | null>(null);
  const underWay = useRef(false);
  const next = useRef<{ value: T } | null>(null);
  const latest = useRef(send);
  useBrowserLayoutEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (busy) return;
    const waiting = next.current;
    next.current = null;
    underWay.current = waiting !== null;
    if (waiting) latest.current(waiting.value);
    else setWanted(null);
  }, [busy]);
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
