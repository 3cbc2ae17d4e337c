import { Link } from '@remix-run/react';
import type { getDesk } from '#modules/admin/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Card, EmptyState, Icon, LinkButton } from '../../../components/index.ts';
import { alertLook, goalWords } from '../pipeline/words.ts';

type Desk = OutputOf<typeof getDesk>;

const figures = [
  { name: 'overdue', label: 'Overdue', filter: 'deadline=overdue', tone: 'n-bad' },
  { name: 'soon', label: '24 hours', filter: 'deadline=day', tone: 'n-warn' },
  { name: 'week', label: '7 days', filter: 'deadline=week', tone: '' },
  { name: 'open', label: 'Open', filter: '', tone: '' },
  { name: 'mine', label: 'Mine', filter: 'assignee=mine', tone: '' },
] as const;

/** Open work by kind, each number with a link to what it counts. */
export function WaitingTable({ counts, goals, mine }: Pick<Desk, 'counts' | 'goals'> & { mine: boolean }) {
  const total = (figure: 'open' | 'overdue') => counts.reduce((sum, count) => sum + count[figure], 0);
  const kinds = Object.entries(alertLook).map(([type, look]) => ({
    type,
    ...look,
    goal: Object.entries(goals).find(([name]) => name === type)?.[1],
    count: counts.find(({ alert_type: each }) => each === type),
  }));
  const waiting = kinds.filter(({ count }) => count);
  const idle = kinds.filter(({ count }) => !count);
  const shown = figures.filter(({ name }) => !(mine && name === 'mine'));
  return (
    <Card
      title={mine ? 'What’s waiting for me' : 'What’s waiting'}
      padded={false}
      aside={
        <>
          <span className="small faint">
            {total('open')} open, {total('overdue')} overdue
          </span>
          <LinkButton to={`/admin/pipeline${mine ? '?assignee=mine' : ''}`} size="small" icon="queue">
            Open pipeline
          </LinkButton>
        </>
      }
    >
      {waiting.length === 0 ? (
        <EmptyState icon="ok" title={mine ? 'Nothing is assigned to you' : 'Nothing is waiting'} level={3}>
          Disputes, reviews and requests show up here with their deadlines.
        </EmptyState>
      ) : (
        <table className="data data-staff data-flow work">
          <caption className="sr">Open work by kind</caption>
          <thead>
            <tr>
              {['Kind', ...shown.map(({ label }) => label), 'In time'].map((head) => (
                <th key={head} scope="col" className={head === 'In time' ? 'in-time' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {waiting.map(({ type, tab, icon, law, goal, count }) => {
              const open = count?.open ?? 0;
              const inTime = open - (count?.overdue ?? 0);
              return (
                <tr key={type}>
                  <td className="at-top">
                    <span className="alert-kind">
                      <Icon name={icon} />
                      <span>
                        <b>{tab}</b>
                        <small className="kind-note">
                          {law ?? (goal ? `Goal ${goalWords(goal)}` : null)}
                        </small>
                      </span>
                    </span>
                  </td>
                  {shown.map(({ name, label, filter, tone }) => {
                    const value = count?.[name] ?? 0;
                    const query = [`type=${type}`, filter, mine ? 'assignee=mine' : ''].filter(Boolean);
                    return (
                      <td key={name} data-label={label}>
                        {value ? (
                          <Link className={`n ${tone}`.trim()} to={`/admin/pipeline?${query.join('&')}`}>
                            {value}
                          </Link>
                        ) : (
                          <span className="none">0</span>
                        )}
                      </td>
                    );
                  })}
                  <td className="in-time">
                    <span className={inTime === open ? 'within' : 'within within-low'}>
                      <span>{inTime === open ? 'All in time' : `${inTime} of ${open} in time`}</span>
                      <progress
                        value={inTime}
                        max={open}
                        aria-label={`${tab}: ${inTime} of ${open} in time`}
                      />
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {waiting.length > 0 && idle.length > 0 ? (
        <p className="card-line card-line-last">
          Nothing is waiting in: {idle.map(({ tab }) => tab).join(', ')}.
        </p>
      ) : null}
    </Card>
  );
}
