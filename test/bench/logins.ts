import autocannon from 'autocannon';
import { demoPassword } from '#cli/demo/index.ts';
import { type Portal, SECOND } from '#modules/platform/index.ts';
import { type Measured, median } from './figures.ts';
import { type Server, startServer } from './load.ts';

/** How many browsers sign in at the same time, each with its own account. */
const browsers = 20;
const rounds = 5;
/** Seconds. */
const round = 4;

/** POST /hub/api/login, compared with a server that only checks the same hash. */
export async function measureLogins(portal: Portal, databaseUrl: string): Promise<Measured[]> {
  const { rows } = await portal.pool.query<{ emailaddress: string; password_hash: string }>(
    `select emailaddress, password_hash from account where two_step_method = 'DISABLED' order by id limit 200`,
  );
  const people = rows.map(({ emailaddress }) => emailaddress);
  const [alone, ours] = await Promise.all([
    startServer('hash', databaseUrl, rows[0]?.password_hash ?? ''),
    startServer('portal', databaseUrl, ''),
  ]);
  const host = portal.config.baseHost;
  const rates: { alone: number[]; ours: number[] } = { alone: [], ours: [] };
  try {
    await hammer(alone, people, host);
    await hammer(ours, people, host);
    await ours.eventLoopDelay();
    for (let at = 0; at < rounds; at += 1) {
      rates.alone.push(await hammer(alone, people, host));
      rates.ours.push(await hammer(ours, people, host));
    }
    const beside = { name: 'the hash alone', seen: median(rates.alone) };
    return [
      {
        name: 'POST /hub/api/login',
        unit: '/s',
        seen: median(rates.ours),
        beside,
        goal: { partOfBeside: 0.8 },
      },
      {
        name: 'event loop while people log in, 99 of 100',
        unit: 'ms',
        seen: await ours.eventLoopDelay(),
        goal: { atMost: 50 },
      },
    ];
  } finally {
    await Promise.all([alone.stop(), ours.stop()]);
    await portal.pool.query(`delete from session where agent = ''`);
  }
}

/** @throws Error if an answer was not a 200 */
async function hammer(server: Server, people: readonly string[], host: string): Promise<number> {
  let at = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}/hub/api/login`,
    connections: browsers,
    duration: round,
    method: 'POST',
    headers: { host, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    requests: [
      {
        setupRequest(request) {
          at += 1;
          const emailaddress = people[at % people.length];
          return { ...request, body: JSON.stringify({ emailaddress, password: demoPassword }) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} logins were not a 200`);
  return result.requests.total / ((result.finish.getTime() - result.start.getTime()) / SECOND);
}
