import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { formatDateTime } from '#modules/platform/browser.ts';
import { Badge, Card, EmptyState, List, ListRow, StatusProgress } from '../../components/index.ts';
import { counted, type ListedBulk, progressOf } from './bulk-words.ts';

interface HistoryProps {
  bulks: readonly ListedBulk[];
  base: string;
  timeZone: string;
  /** Leads to the other pages. */
  foot?: ReactNode;
}

/** The bulk invitations of a company, newest first, each with who and when. */
export function History({ bulks, base, timeZone, foot }: HistoryProps) {
  return (
    <Card title="Bulk invitations" padded={false}>
      {bulks.length === 0 ? (
        <EmptyState icon="columns" title="No files yet">
          Files you upload appear here, with their results.
        </EmptyState>
      ) : (
        <List label="Bulk invitations">
          {bulks.map((bulk) => (
            <ListRow
              key={bulk.id}
              title={<span className="anywhere">{bulk.file_name}</span>}
              note={`${formatDateTime(bulk.started_at ?? bulk.made_at, timeZone)}, ${bulk.started_by ?? bulk.made_by}`}
            >
              <span className="bulk-progress">
                <State bulk={bulk} />
                <Link
                  className="small"
                  to={`${base}/${bulk.id}`}
                  aria-label={`${linkWords[bulk.state]}: ${bulk.file_name}`}
                >
                  {linkWords[bulk.state]}
                </Link>
                {bulk.state === 'uploaded' ? (
                  <Link
                    className="small"
                    to={`${base}/${bulk.id}/delete`}
                    aria-label={`Delete: ${bulk.file_name}`}
                  >
                    Delete
                  </Link>
                ) : null}
              </span>
            </ListRow>
          ))}
        </List>
      )}
      {foot}
    </Card>
  );
}

const linkWords: Record<ListedBulk['state'], string> = {
  uploaded: 'Continue',
  sending: 'Progress',
  paused: 'Progress',
  done: 'Result',
  cancelled: 'Result',
};

function State({ bulk }: { bulk: ListedBulk }) {
  const { words, percent } = progressOf(bulk);
  switch (bulk.state) {
    case 'uploaded':
      return <Badge>Not sent</Badge>;
    case 'sending':
      return <StatusProgress label="Sending" progress={percent} />;
    case 'paused':
      return <Badge tone="warn" icon="clock">{`Paused at ${words}`}</Badge>;
    case 'done':
      return <Badge tone="ok" icon="check">{`${counted(bulk.sent)} sent`}</Badge>;
    default:
      return <Badge>{`Stopped at ${words}`}</Badge>;
  }
}
