import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { listAuditLog } from '#modules/admin/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Facts } from '../../components/index.ts';
import { auditLog, detailParts, objectWords } from './audit-words.ts';

export type LoggedEntry = OutputOf<typeof listAuditLog>['entries'][number] & {
  words: string;
  /** The address from which it was done; null if the portal did it by itself. */
  place: string | null;
  browser: string | null;
};

/** Who did it, in the two lines of the grid. */
export function doerOf({
  actor,
  by_terminal,
  actor_is_staff,
  admin,
  company,
  place,
}: LoggedEntry): [string, string] {
  if (admin) return [admin, `As ${actor}`];
  if (by_terminal) return [actor ?? '', 'At the terminal'];
  if (actor) return [actor, actor_is_staff ? 'Staff' : (company ?? 'Person')];
  return place ? ['Visitor', 'Not logged in'] : ['System', 'By the portal'];
}

/** Whom or what an entry is about, with the way to it. */
export function AboutEntry({ entry }: { entry: LoggedEntry }) {
  const { about_id, about, about_erased, company, company_owner_id, object_type } = entry;
  if (about_id)
    return (
      <Link to={`/admin/user/${about_id}#audit`}>
        {about_erased ? 'Deleted person' : (about ?? about_id)}
      </Link>
    );
  if (company)
    return company_owner_id ? (
      <Link to={`/admin/user/${company_owner_id}/enterprise`}>{company}</Link>
    ) : (
      company
    );
  return object_type ? objectWords(object_type) : <span className="faint">The portal</span>;
}

/** All that one entry holds, below its row: values before and after, the reason, and from where (D75). */
export function EntryDetail({ entry, timeZone }: { entry: LoggedEntry; timeZone: string }) {
  const { changes, reason, others } = detailParts(entry.detail ?? {});
  const [who, role] = doerOf(entry);
  const { about_id, about_erased, actor_id, session_id, object_type, object_id, request_id } = entry;
  const all = (filter: Record<string, string>, words: string) => <Link to={auditLog(filter)}>{words}</Link>;
  const facts: [string, ReactNode][] = [
    ['When', formatDateTime(entry.at, timeZone)],
    [
      'Who',
      <>
        {who}, {role} {actor_id ? all({ person: actor_id }, 'All their entries') : null}
      </>,
    ],
    ['Action', <code key="action">{entry.action}</code>],
    ...(about_id
      ? [
          [
            'About',
            <>
              <AboutEntry entry={entry} /> {all({ person: about_id }, 'All their entries')}
            </>,
          ] as [string, ReactNode],
        ]
      : []),
  ];
  return (
    <div className="peek entry">
      <div className="stack stack-8">
        {changes.length > 0 ? (
          <table className="beforeafter">
            <caption className="sr">What changed</caption>
            <thead>
              <tr>
                <th scope="col">Value</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{before || <span className="faint">Empty</span>}</td>
                  <td>{after || <span className="faint">Empty</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        {others.length > 0 ? <Facts facts={others} /> : null}
        {reason ? <blockquote className="anywhere">“{reason}”</blockquote> : null}
        {changes.length + others.length === 0 && !reason ? (
          <p className="small muted">
            {about_erased ? 'The values were erased with the personal data.' : 'This entry holds no values.'}
          </p>
        ) : null}
      </div>
      <Facts
        facts={[
          ...facts,
          ...(object_type && object_id
            ? [
                [
                  objectWords(object_type),
                  <span key="object" className="mono anywhere">
                    {object_id}
                  </span>,
                ] as [string, ReactNode],
              ]
            : []),
          ['Where', [entry.place ?? 'Inside the portal', entry.browser].filter(Boolean).join(', ')],
          ['Operation', <code key="operation">{entry.operation}</code>],
          [
            'Session',
            session_id ? all({ session: session_id }, `${session_id.slice(0, 8)}, all its entries`) : 'None',
          ],
          [
            'Request',
            <span key="request" className="mono anywhere">
              {request_id}
            </span>,
          ],
        ]}
      />
    </div>
  );
}
