import { Link } from '@remix-run/react';
import { formatDateTime } from '#modules/platform/browser.ts';
import { Card } from '../../components/index.ts';
import { detailWords, doerWords } from './audit-words.ts';

interface AuditTrailProps {
  entries: {
    id: string;
    dts: Date;
    words: string;
    actor: string | null;
    admin: string | null;
    address: string | null;
    detail: object | null;
  }[];
  next: string | null;
  timeZone: string;
}

/** Who did what to this person's record, newest first; the database refuses to change it (D75). */
export function AuditTrail({ entries, next, timeZone }: AuditTrailProps) {
  return (
    <Card
      id="audit"
      className="sec"
      title="Audit"
      aside={<span className="small faint">Append-only. Newest first.</span>}
    >
      {entries.length === 0 ? <p className="muted">No entries yet.</p> : null}
      <ol className="timeline">
        {entries.map((entry) => (
          <li key={entry.id}>
            <div className="line">
              <b>{entry.words}</b>
              <time dateTime={entry.dts.toISOString()}>{formatDateTime(entry.dts, timeZone)}</time>
            </div>
            <p className="small muted anywhere">
              {doerWords(entry)}
              {entry.detail ? `. ${detailWords(entry.detail)}` : ''}
            </p>
          </li>
        ))}
      </ol>
      {next ? (
        <Link to={`?before=${encodeURIComponent(next)}#audit`} className="btn btn-small">
          Earlier entries
        </Link>
      ) : null}
    </Card>
  );
}
