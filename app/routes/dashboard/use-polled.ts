import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';

/** The path of a page or frame with the mark of polling. */
export const polledPath = (path: string) => `${path}${path.includes('?') ? '&' : '?'}polling=1`;

/**
 * Returns what a page has loaded, and loads it again every `milliseconds`. The requests are marked as polling, so that
 * they never extend a session (D10). A hidden tab does not poll.
 * @param path the path of the page itself
 */
export function usePolled<Loader>(
  loaded: ReturnType<typeof useFetcher<Loader>>['data'] & {},
  path: string,
  milliseconds: number,
): ReturnType<typeof useFetcher<Loader>>['data'] & {} {
  const { load, data } = useFetcher<Loader>();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) load(polledPath(path));
    }, milliseconds);
    return () => clearInterval(timer);
  }, [load, path, milliseconds]);
  return data ?? loaded;
}
