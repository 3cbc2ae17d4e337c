import { Link, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { requestJson } from '../../components/connection/request.ts';

const page = '/user/releasenotes';
/** The width from which the header shows the link. On a phone, the number is not loaded (doc1 §2). */
const desktop = '(min-width: 70rem)';

/** The link to the release notes in the header of a desktop, with the number of unread notes (F32). */
export function ReleaseNotesLink() {
  const [unread, setUnread] = useState(0);
  const reading = useLocation().pathname === page;
  useEffect(() => {
    if (reading) setUnread(0);
    else if (window.matchMedia(desktop).matches) void countUnread().then(setUnread);
  }, [reading]);
  return (
    <Link to={page} className="whats-new">
      What’s new
      {unread > 0 ? (
        <span className="count count-bad">
          {unread}
          <span className="sr"> unread</span>
        </span>
      ) : null}
    </Link>
  );
}

async function countUnread(): Promise<number> {
  const answer = await requestJson<{ unread: number }>(`${page}/unread`);
  return answer?.unread ?? 0;
}
