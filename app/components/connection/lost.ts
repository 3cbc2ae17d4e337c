import type { Fetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

/**
 * The data of a post without an answer (see keep-page.ts). Actions never answer it, and pages take it as no answer, because
 * it is falsy and no object. Remix does not allow undefined.
 */
export const lostAnswer = false;

/**
 * Whether what a fetcher has sent last was lost on the way.
 * @param again called when the device is online again, to send it again
 */
export function useLost({ state, data }: Fetcher, again?: () => void): boolean {
  const [lost, setLost] = useState(false);
  const sent = useRef(false);
  const busy = state !== 'idle';
  useEffect(() => {
    if (busy) {
      sent.current = true;
      setLost(false);
    } else if (sent.current) {
      sent.current = false;
      setLost(data === lostAnswer);
    }
  }, [busy, data]);
  useWhenOnline(lost && again !== undefined, () => again?.());
  return lost;
}

/** Runs `then` when the device is online again, if `waits`. */
export function useWhenOnline(waits: boolean, then: () => void): void {
  const latest = useRef(then);
  latest.current = then;
  useEffect(() => {
    if (!waits) return;
    const online = () => latest.current();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, [waits]);
}
