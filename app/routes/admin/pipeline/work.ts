import { rowAnchor } from '../../../components/grid/page.ts';
import { peekName } from './peek-link.tsx';
import { alertLook, type PipelineAlert } from './words.ts';

/**
 * The way from the queue to what an alert is about, and back. The address of the page carries the query of the queue, with
 * the alert as its opened row, so that the page leads back to the same place and on to the next alert.
 */

/** The query parameter of a page that was opened from the queue. */
const queueName = 'queue';

/** The queue's query from the address of a page; null if it was not opened from the queue. */
export const queueOf = (search: string): string | null => new URLSearchParams(search).get(queueName);

/** The alert from which a page was opened. */
export const alertOf = (queue: string): string | null => new URLSearchParams(queue).get(peekName);

/** The same path with a queue in its query. */
export function withQueue(path: string, queue: string | null): string {
  if (queue === null) return path;
  const [place = '', hash] = path.split('#');
  const joined = `${place}${place.includes('?') ? '&' : '?'}${queueName}=${encodeURIComponent(queue)}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}

/** Where an alert is decided. @param search the query of the queue that shows it */
export function workOn(alert: PipelineAlert, search: string): string {
  const query = new URLSearchParams(search);
  query.set(peekName, alert.id);
  const path = alertLook[alert.alert_type].decidedAt(alert);
  // A dialog of the queue itself.
  return path.startsWith('/admin/pipeline/') ? `${path}?${query}` : withQueue(path, `${query}`);
}

/** The queue at the place of the alert from which a page was opened. */
export function queueAt(queue: string): string {
  const alert = alertOf(queue);
  return `/admin/pipeline?${queue}${alert ? `#${rowAnchor(alert)}` : ''}`;
}
