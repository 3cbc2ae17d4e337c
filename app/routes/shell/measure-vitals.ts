import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { VitalName } from '#modules/enterprise/fields.ts';

/** Marked as polling, so that it never extends a session (D10). */
const address = '/hub/api/general/vitals?polling=1';

/**
 * Measures how fast this document was, and sends the figures when the page is left, with the name of the route but
 * without its address or anything about the person.
 * @param page the name of the route
 * @returns a function that prevents the sending
 */
export function measureVitals(page: string): () => void {
  const measured = new Map<VitalName, number>();
  let left = false;
  const send = () => {
    if (document.visibilityState !== 'hidden' || measured.size === 0 || left) return;
    left = true;
    const vitals = [...measured].map(([name, value]) => ({ name, value }));
    const body = JSON.stringify({ page, vitals });
    navigator.sendBeacon(address, new Blob([body], { type: 'application/json' }));
  };
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB])
    on(({ name, value }) => measured.set(name, value), { reportAllChanges: true });
  document.addEventListener('visibilitychange', send);
  return () => document.removeEventListener('visibilitychange', send);
}
