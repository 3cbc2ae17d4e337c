import autocannon from 'autocannon';
import { MINUTE, type Portal, SECOND } from '#modules/platform/index.ts';
import type { Measured } from './figures.ts';
import { startServer } from './load.ts';
import { openSession } from './sessions.ts';

const connections = 10;
/** What members of a team open all day. */
const paths = [
  '/user',
  '/user/network',
  '/user/network?q=smi',
  '/user/network?sort=score&page=2',
  '/user/alerts',
  '/hub/api/verifysession',
  '/hub/api/application/listapplications',
];

export interface Growth {
  /** MB in use, without garbage, after the first tenth of the time; caches are full by then. */
  early: number;
  /** MB in use, without garbage, at the end. */
  late: number;
  /** How many requests were answered. */
  answered: number;
}

/**
 * What a web process keeps in memory while people use it.
 * @param of the database with its filled data, and the seconds of load
 * @throws Error if an answer was not a 200
 */
export async function watchGrowth(
  portal: Portal,
  { databaseUrl, seconds }: { databaseUrl: string; seconds: number },
): Promise<Growth> {
  const cookie = await openSession(portal, 'owner1@example.com');
  const server = await startServer('portal', databaseUrl, '');
  const use = async (duration: number) => {
    const { non2xx, errors, requests } = await autocannon({
      url: `http://127.0.0.1:${server.port}`,
      connections,
      duration,
      headers: { host: portal.config.baseHost, cookie },
      requests: paths.map((path) => ({ path })),
    });
    if (non2xx > 0 || errors > 0) throw new Error(`${non2xx + errors} requests failed`);
    return requests.total;
  };
  try {
    const first = await use(Math.ceil(seconds / 10));
    const early = await server.idleUse();
    const rest = await use(Math.ceil((seconds * 9) / 10));
    return { early, late: await server.idleUse(), answered: first + rest };
  } finally {
    await server.stop();
  }
}

/** In the bench ten minutes; `npm run test:long` watches for an hour. */
export async function measureGrowth(portal: Portal, databaseUrl: string): Promise<Measured[]> {
  const { early, late } = await watchGrowth(portal, { databaseUrl, seconds: (10 * MINUTE) / SECOND });
  return [
    {
      name: 'memory in use after ten minutes of load',
      unit: 'MB',
      seen: late,
      beside: { name: 'after one', seen: early },
      goal: { atMost: early * 1.1 },
    },
  ];
}
