import { useEffect, useState } from 'react';
import { platformTimings } from '#modules/platform/limits.ts';
import { useLostNotice } from './connection/notice.ts';
import { Icon } from './icon.tsx';
import type { Toast } from './shell/types.ts';

/**
 * In milliseconds: how long a toast is shown (only with script), unless it is pointed at or has its own time (doc1 §9).
 */
const usual = platformTimings['parts.toast-shown'];

/**
 * Messages about a completed action, which the server sends with the next page. Without script, they stay until the
 * following page. With script, success messages and messages with their own time disappear after a while, unless they
 * are pointed at. Another message says that a request of the page was lost.
 */
export function Toasts({ toasts }: { toasts: Toast[] }) {
  const lost = useLostNotice();
  const [gone, setGone] = useState<readonly string[]>([]);
  const [held, setHeld] = useState(false);
  const shown = toasts.filter((toast) => !gone.includes(toast.id));
  useEffect(() => {
    if (held || shown.length === 0) return;
    const well = toasts.filter(({ tone, stays }) => tone === 'ok' || stays !== undefined);
    const stay = Math.max(...well.map(({ stays = usual }) => stays));
    const timer = setTimeout(() => setGone(well.map(({ id }) => id)), stay);
    return () => clearTimeout(timer);
  }, [held, shown.length, toasts]);
  return (
    <div className="toasts" role="status">
      {shown.map((toast) => (
        <div
          key={toast.id}
          className="toast"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
        >
          <Icon name={toast.tone === 'ok' ? 'ok' : 'stop'} />
          <span>{toast.text}</span>
        </div>
      ))}
      {lost ? (
        <div className="toast">
          <Icon name="offline" />
          <span>{lost}</span>
        </div>
      ) : null}
    </div>
  );
}
