import { Link } from '@remix-run/react';
import { formatDateTime } from '#modules/platform/browser.ts';
import { Card, List, ListRow } from '../../components/index.ts';
import { SeenReasons } from './seen-reasons.tsx';
import { seenWords } from './seen-words.ts';

interface Seen {
  viewer_name: string;
  kind: keyof typeof seenWords;
  first_at: string | Date;
}

/** Who last saw the person's score or report (D48). */
export function SeenCard({ seen, timeZone }: { seen: Seen[]; timeZone: string }) {
  if (seen.length === 0) {
    return (
      <Card title="Who saw your score">
        <p className="muted">No one yet. Searches, opened details, and exports are listed here.</p>
      </Card>
    );
  }
  return (
    <Card
      title="Who saw your score"
      aside={
        <Link className="small" to="/user/seen">
          See all<span className="sr"> who saw your score</span>
        </Link>
      }
      foot={<SeenReasons seen={seen} />}
      padded={false}
    >
      <List>
        {seen.map((entry) => (
          <ListRow
            key={`${entry.viewer_name} ${entry.kind} ${String(entry.first_at)}`}
            title={entry.viewer_name}
            note={seenWords[entry.kind]}
          >
            <time className="small faint" dateTime={new Date(entry.first_at).toISOString()}>
              {formatDateTime(entry.first_at, timeZone)}
            </time>
          </ListRow>
        ))}
      </List>
    </Card>
  );
}
