import { Link } from '@remix-run/react';
import type { listMyNotices } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Card, List, ListRow } from '../../components/index.ts';

type Notice = OutputOf<typeof listMyNotices>['notices'][number];

/** The notices about decisions that ended, so that they can be read again (D133). Open ones are banners. */
export function NoticesCard({ notices, timeZone }: { notices: Notice[]; timeZone: string }) {
  const closed = notices.filter(({ closed_at }) => closed_at !== null);
  if (closed.length === 0) return null;
  return (
    <Card title="Notices about your report" padded={false}>
      <List label="Notices about your report">
        {closed.map(({ id, company, number, state, closed_at }) => (
          <ListRow
            key={id}
            title={company}
            note={`${state === 'final' ? 'Decided' : 'Ended without a decision'} on ${formatDate(closed_at ?? '', timeZone)}, case ${number}`}
          >
            <Link className="small" to={`/user/notices/${id}`}>
              Read<span className="sr"> the notice of {company}</span>
            </Link>
          </ListRow>
        ))}
      </List>
    </Card>
  );
}
