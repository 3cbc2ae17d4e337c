import { formatDateTime } from '#modules/platform/browser.ts';
import { Card, List, ListRow } from '../../components/index.ts';

type Kind = 'search' | 'score' | 'report' | 'export' | 'api';

interface Seen {
  viewer_name: string;
  kind: Kind;
  first_at: string | Date;
}

const words: Record<Kind, string> = {
  search: 'Looked up your ShieldID',
  score: 'Saw your score',
  report: 'Opened your report',
  export: 'Exported your score in a list',
  api: 'Read your score by the API',
};

/** Who saw the person last (D48). */
export function SeenCard({ seen, timeZone }: { seen: Seen[]; timeZone: string }) {
  if (seen.length === 0) {
    return (
      <Card title="Who saw your score">
        <p className="muted">Nobody yet. Everyone who looks at your score is listed here.</p>
      </Card>
    );
  }
  return (
    <Card title="Who saw your score" padded={false}>
      <List>
        {seen.map((entry) => (
          <ListRow
            key={`${entry.viewer_name} ${entry.kind} ${String(entry.first_at)}`}
            title={entry.viewer_name}
            note={words[entry.kind]}
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
