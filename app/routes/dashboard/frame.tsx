import { useEffect, useRef } from 'react';
import type { FramedDashboard } from './admit-frame.server.ts';

interface DashboardFrameProps {
  dashboard: FramedDashboard;
  title: string;
  /** Pixels: of an outside tool, and the least of the portal's own charts. */
  height: number;
  /** The page around it was loaded by itself: the frame is too, which never extends a session (D10). */
  polling?: boolean;
}

/**
 * A dashboard in its frame (D62). The portal's own charts are as high as they need to be; without script they scroll, and
 * can be opened as a page. An outside tool gets no word of where it stands and cannot lead the page away.
 */
export function DashboardFrame({
  dashboard: { address, admitted },
  title,
  height,
  polling,
}: DashboardFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isOwn = address.startsWith('/');

  // The policy of the document that this page was opened in may not admit the address: a new document does.
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
