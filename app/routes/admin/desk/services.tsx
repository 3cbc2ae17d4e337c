import { Link } from '@remix-run/react';
import type { getDesk } from '#modules/admin/index.ts';
import { formatCount, formatDateTime } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Card, Icon } from '../../../components/index.ts';
import type { AlertContext } from '../pipeline/words.ts';
import { providerWords } from '../queues/words.ts';

type Desk = OutputOf<typeof getDesk>;

/** What a job does, from its name: `network.send-invitation` is `send invitation`. */
const jobWords = (name: string) => name.slice(name.indexOf('.') + 1).replaceAll('-', ' ');

/** Jobs that gave up, and the outside services that do not answer. */
export function Services({
  failed,
  services,
  context: { timeZone },
}: Pick<Desk, 'failed' | 'services'> & { context: AlertContext }) {
  const total = failed.reduce((sum, { count }) => sum + count, 0);
  const oldest = failed.map(({ oldest: at }) => new Date(at).getTime()).sort((a, b) => a - b)[0];
  return (
    <Card title="Jobs and services" padded={false} aside={<Link to="/admin/queues">Open queues</Link>}>
      <ul className="health">
        <li>
          <Icon name={total ? 'stop' : 'ok'} />
          <b>Jobs</b>
          <span className={total ? 'down' : 'up'}>{total ? `${total} failed` : 'None failed'}</span>
          {oldest ? (
            <small>
              {failed
                .slice(0, 3)
                .map(({ name, count }) => `${count} × ${jobWords(name)}`)
                .join(', ')}
              . Oldest since {formatDateTime(new Date(oldest), timeZone)}.
            </small>
          ) : null}
        </li>
        {services.map(({ service, waiting, since }) => (
          <li key={service}>
            <Icon name={since ? 'stop' : 'ok'} />
            <b>{providerWords[service]}</b>
            <span className={since ? 'down' : 'up'}>{since ? 'Not answering' : 'No problems'}</span>
            {since ? (
              <small>
                Since {formatDateTime(since, timeZone)}.
                {waiting > 0
                  ? ` ${formatCount(waiting, 'job')} ${waiting === 1 ? 'is' : 'are'} waiting and will be tried again.`
                  : null}
              </small>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
