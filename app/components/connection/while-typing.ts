import { useEffect, useRef, useState } from 'react';

/** In milliseconds: how long nothing is typed before the server is asked. */
const PAUSE = 400;

/**
 * Asks the server about what was typed, once the person pauses.
 * @param typed nothing is asked about an empty text
 * @param ask may return null if there is no answer
 * @returns the last answer and what it is about, which may be older than what is typed now; null before the first one
 */
export function useWhileTyping<T>(
  typed: string,
  ask: (typed: string, signal: AbortSignal) => Promise<T | null>,
): { about: string; answer: T | null } | null {
  const [known, setKnown] = useState<{ about: string; answer: T | null } | null>(null);
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (typed === '') {
      setKnown(null);
      return;
    }
    const asked = new AbortController();
    const timer = setTimeout(() => {
      latest.current(typed, asked.signal).then(
        (answer) => {
          if (!asked.signal.aborted) setKnown({ about: typed, answer });
        },
        // The form is sent without it, and the server checks it then.
        () => undefined,
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [typed]);
  return known;
}
