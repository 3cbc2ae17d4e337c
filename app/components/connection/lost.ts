import { useEffect, useRef } from 'react';

/**
 * The data of a post without an answer (see keep-page.ts). Actions never answer it, and pages take it as no answer, because
 * it is falsy and no object. Remix does not allow undefined.
 */
export const lostAnswer = false;

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
