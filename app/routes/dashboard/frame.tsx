import { useEffect, useRef } from 'react';
import type { FramedDashboard } from './admit-frame.server.ts';

interface DashboardFrameProps {
  dashboard: FramedDashboard;
  title: string;
  /** In pixels: the height of an external tool, and the minimum height of the portal's own charts. */
  height: number;
  /**
   * Whether the page around the frame was loaded by polling. The frame is then loaded as polling too, which never
   * extends a session (D10).
   */
  polling?: boolean;
}

/**
 * A dashboard in its frame (D62). The portal's own charts are as high as they need to be; without script they scroll,
 * and can be opened as a page. An external tool does not learn the address of the page and cannot navigate it.
 */
export function DashboardFrame({
  dashboard: { address, admitted },
  title,
  height,
  polling,
}: DashboardFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isOwn = address.startsWith('/');

  // If the policy of the current document does not allow the address, the document is loaded again, which allows it.
  const admits = useRef(admitted).current;
  const isAdmitted = isOwn || new URL(address).origin === admits;
  useEffect(() => {
    if (!isAdmitted) window.location.reload();
  }, [isAdmitted]);

  useEffect(() => {
    const shown = frame.current;
    if (!shown || !isOwn) return;
    let observer: ResizeObserver | null = null;
    const follow = () => {
      observer?.disconnect();
      const page = shown.contentDocument?.getElementById('main');
      if (!page) return;
      observer = new ResizeObserver(() => {
        shown.style.height = `${Math.max(height, Math.ceil(page.getBoundingClientRect().height))}px`;
      });
      observer.observe(page);
    };
    follow();
    shown.addEventListener('load', follow);
    return () => {
      shown.removeEventListener('load', follow);
      observer?.disconnect();
    };
  }, [isOwn, height]);

  if (!isAdmitted) return null;
  if (!isOwn) {
    return (
      <iframe
        className="dashframe"
        title={title}
        src={address}
        height={height}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
      />
    );
  }
  return (
    <iframe
      ref={frame}
      className="dashframe dashframe-own"
      title={title}
      src={polling ? `${address}?polling=1` : address}
      height={height}
    />
  );
}
