import { Link, useLocation } from '@remix-run/react';
import { formatDateTime } from '#modules/platform/browser.ts';
import { Fold, Timeline } from '../../components/index.ts';
import { auditLog, detailWords, doerWords, entriesBefore } from './audit-words.ts';

interface AuditTrailProps {
  /** The person. */
  userid: string;
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

/** Who did what to this person's record, newest first. The database refuses changes of it (D75). */
export function AuditTrail({ userid, entries, next, timeZone }: AuditTrailProps) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const later = query.has(entriesBefore);
  if (next) query.set(entriesBefore, next);
  return (
    <Fold
      id="audit"
      title="Audit"
      value={entries.length === 0 ? 'No entries yet' : 'Append-only'}
      open={later}
    >
      <span className="small">
        <Link to={auditLog({ person: userid })}>Open in the audit log</Link>
      </span>
      <Timeline
        moments={entries.map((entry) => ({
          key: entry.id,
          title: entry.words,
          at: entry.dts,
          when: formatDateTime(entry.dts, timeZone),
          note: `${doerWords(entry)}${entry.detail ? `. ${detailWords(entry.detail)}` : ''}`,
        }))}
      />
      {next ? (
        <Link to={`?${query}#audit`} className="btn btn-small">
          Earlier entries
        </Link>
      ) : null}
    </Fold>
  );
}
