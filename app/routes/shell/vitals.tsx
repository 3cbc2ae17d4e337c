import { useMatches } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { VitalName } from '#modules/enterprise/fields.ts';

/** Marked as polling, so that it never extends a session (D10). */
const address = '/hub/api/general/vitals?polling=1';

/**
 * Measures how fast the page was that this document was loaded for, and sends it when the page is left (F35): the name of
 * the route, never its address, and nothing about the person.
 */
export function Vitals() {
  const page = useMatches().at(-1)?.id ?? '';
  const first = useRef(page);
  useEffect(() => {
    const measured = new Map<VitalName, number>();
    let left = false;
    const send = () => {
      if (document.visibilityState !== 'hidden' || measured.size === 0 || left) return;
      left = true;
      const vitals = [...measured].map(([name, value]) => ({ name, value }));
      const body = JSON.stringify({ page: first.current, vitals });
      navigator.sendBeacon(address, new Blob([body], { type: 'application/json' }));
    };
    const begin = () =>
      void import('web-vitals').then(({ onCLS, onFCP, onINP, onLCP, onTTFB }) => {
        for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB])
          on(({ name, value }) => measured.set(name, value), { reportAllChanges: true });
      });
    // After everything that the page needs.
    const timer = setTimeout(begin, 0);
    document.addEventListener('visibilitychange', send);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', send);
    };
  }, []);
  return null;
}
