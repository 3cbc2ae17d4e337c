import { Link, useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import type { loader } from '../user/release-notes.tsx';

const page = '/user/releasenotes';
/** The width from which the header shows its facts: on a phone nothing is loaded (doc1 §2). */
const desktop = '(min-width: 70rem)';

/** The way to what is new, in the header of a desktop, with the number of notes that were not read yet (F32). */
export function ReleaseNotesLink() {
  const { load, data } = useFetcher<typeof loader>();
  useEffect(() => {
    if (window.matchMedia(desktop).matches) load(page);
  }, [load]);
  const unread = data?.notes.filter((note) => note.unread).length ?? 0;
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
