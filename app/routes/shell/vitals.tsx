import { useMatches } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Measures how fast the page was that the document was loaded for (F35). Its code is loaded after everything that the
 * page needs.
 */
export function Vitals() {
  const page = useMatches().at(-1)?.id ?? '';
  const first = useRef(page);
  useEffect(() => {
    let end = () => {};
    const begin = () =>
      void import('./measure-vitals.ts').then(
        ({ measureVitals }) => {
          if (timer !== null) end = measureVitals(first.current);
        },
        // Nothing is measured.
        () => undefined,
      );
    let timer: number | null = window.setTimeout(begin, 0);
    return () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      end();
    };
  }, []);
  return null;
}
