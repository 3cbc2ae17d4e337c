import pg from 'pg';
import type { Portal } from '#modules/platform/index.ts';
import { type Asked, countQueries } from '#test/queries.ts';
import { ask } from './ask.ts';
import { type Depths, listBest, readDepths } from './best-sql.ts';
import { type Measured, median } from './figures.ts';
import { openSession } from './sessions.ts';

/**
 * The number of rounds. In each, the pages take turns, so that other load on the machine affects all of them equally.
 */
const rounds = 15;

interface Page {
  name: string;
  path: string;
  /** Who opens the page. */
  as: Viewer;
  /** The page without rows, whose time is subtracted. */
  empty?: 'grid' | 'console';
  /** Milliseconds for the queries. */
  goal: number;
}

const viewers = {
  company: 'owner1@example.com',
  person: 'person1@example.com',
  nobody: 'newcomer@example.com',
  staff: 'staff@example.com',
} as const;
type Viewer = keyof typeof viewers;

const grid = '/user/network';
const console_ = '/admin/tools?searchterm=';

/** By name, so that the figures of different sizes can be compared. */
const pagesTo = (depths: Depths): Page[] => [
  ...['name', 'shieldid', 'score', 'status', 'shared', 'expires'].flatMap((sort): Page[] => [
    {
      name: `grid by ${sort}, first page`,
      path: `${grid}?sort=${sort}`,
      as: 'company',
      empty: 'grid',
      goal: 3,
    },
    {
      name: `grid by ${sort}, thousandth page`,
      path: `${grid}?sort=${sort}&page=${depths.grid}`,
      as: 'company',
      empty: 'grid',
      goal: 3,
    },
  ]),
  { name: "grid, search 'smith'", path: `${grid}?q=smith`, as: 'company', empty: 'grid', goal: 12 },
  { name: "grid, search 'ric'", path: `${grid}?q=ric`, as: 'company', empty: 'grid', goal: 12 },
  {
    name: "grid, search 'james smith'",
    path: `${grid}?q=james+smith`,
    as: 'company',
    empty: 'grid',
    goal: 12,
  },
  {
    name: 'grid, ShieldLink filter, first page',
    path: `${grid}?type=shieldlink`,
    as: 'company',
    empty: 'grid',
    goal: 3,
  },
  {
    name: 'grid, ShieldLink filter, thousandth page',
    path: `${grid}?type=shieldlink&page=${depths.linked}`,
    as: 'company',
    empty: 'grid',
    goal: 3,
  },
  {
    name: 'grid, Removed filter, first page',
    path: `${grid}?status=removed`,
    as: 'company',
    empty: 'grid',
    goal: 3,
  },
  {
    name: 'company that shares its network, ScoreBoard and people',
    path: `${grid}/company/${depths.link}`,
    as: 'company',
    empty: 'grid',
    goal: 12,
  },
  {
    name: 'grid, score filter, thousandth page',
    path: `${grid}?score=IC01&page=${depths.scored}`,
    as: 'company',
    empty: 'grid',
    goal: 3,
  },
  { name: "admin search 'smith'", path: `${console_}smith`, as: 'staff', empty: 'console', goal: 12 },
  { name: "admin search 'ric'", path: `${console_}ric`, as: 'staff', empty: 'console', goal: 12 },
  {
    name: "admin search 'james smith'",
    path: `${console_}james+smith`,
    as: 'staff',
    empty: 'console',
    goal: 12,
  },
  { name: "admin search 'thornber'", path: `${console_}thornber`, as: 'staff', empty: 'console', goal: 12 },
  {
    name: 'admin search, part of a ShieldID',
    path: `${console_}TX123`,
    as: 'staff',
    empty: 'console',
    goal: 12,
  },
  {
    name: 'admin search, a whole ShieldID',
    path: `${console_}${depths.shieldId}`,
    as: 'staff',
    empty: 'console',
    goal: 2,
  },
  {
    name: "admin search 'smith', page 500",
    path: `${console_}smith&page=${depths.search}`,
    as: 'staff',
    empty: 'console',
    goal: 12,
  },
  { name: 'admin overview', path: '/admin/charts', as: 'staff', goal: 12 },
  { name: 'activity feed of 30 days', path: '/user/alerts', as: 'company', goal: 10 },
  { name: 'company dashboard', path: '/user/dashboard/charts', as: 'company', goal: 30 },
];

/** The pages without rows, which the others are compared with. */
const emptyPages: Record<NonNullable<Page['empty']>, { path: string; as: Viewer }> = {
  grid: { path: grid, as: 'nobody' },
  console: { path: `${console_}`, as: 'staff' },
};

/**
 * The database time of pages: the milliseconds of their queries minus those of an empty page, as the median of many
 * requests one at a time, next to the best SQL known for the same result.
 * @param at `port` of the portal's own web server in this process; `only` the names of pages to measure
 */
export async function measurePages(
  portal: Portal,
  { port, databaseUrl, only }: { port: number; databaseUrl: string; only: RegExp },
): Promise<Measured[]> {
  const cookies = new Map<Viewer, string>();
  for (const viewer of Object.keys(viewers) as Viewer[])
    cookies.set(viewer, await openSession(portal, viewers[viewer]));
  const seen = new Map<string, Asked[]>();
  const look = async (path: string, as: Viewer) => {
    const read = async () => {
      const headers = { cookie: cookies.get(as) ?? '', host: portal.config.baseHost };
      const answer = await ask(port, path, headers);
      for await (const _chunk of answer);
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    };
    const asked = await countQueries(portal, read, { overSocket: true });
    const key = `${as} ${path}`;
    seen.set(key, [...(seen.get(key) ?? []), asked]);
  };
  const { depths, best } = await withClient(databaseUrl, async (client) => {
    const depths = await readDepths(client);
    return { depths, best: await measureBest(client, depths) };
  });
  const measured = pagesTo(depths).filter(({ name }) => only.test(name));
  for (let round = 0; round < rounds; round += 1) {
    for (const { path, as } of [...measured, ...Object.values(emptyPages)]) await look(path, as);
  }
  const msOf = (path: string, as: Viewer) => median((seen.get(`${as} ${path}`) ?? []).map(({ ms }) => ms));
  const most = Math.max(...[...seen.values()].flat().map(({ queries }) => queries));
  if (most === 0) throw new Error('no queries were counted');
  process.stderr.write(`At most ${most} queries for a page.\n`);
  const times = measured.map(({ name, path, as, empty, goal }): Measured => {
    const without = empty ? msOf(emptyPages[empty].path, emptyPages[empty].as) : 0;
    const bestSeen = best.get(name);
    return {
      name: `${name}: queries`,
      unit: 'ms',
      seen: Math.max(0, msOf(path, as) - without),
      goal: { atMost: goal },
      ...(bestSeen === undefined ? {} : { beside: { name: 'best SQL', seen: bestSeen } }),
    };
  });
  if (!only.test('packets')) return times;
  return [...times, await countPackets(look, '/user', seen), await countPackets(look, '/user/network', seen)];
}

/** How often a page of the person sends something to the database, the session check included. */
async function countPackets(
  look: (path: string, as: Viewer) => Promise<void>,
  path: string,
  seen: ReadonlyMap<string, readonly Asked[]>,
): Promise<Measured> {
  for (let round = 0; round < 5; round += 1) await look(path, 'company');
  const packets = seen.get(`company ${path}`)?.map((each) => each.packets) ?? [];
  return {
    name: `GET ${path}: packets to the database`,
    unit: '',
    seen: median(packets),
    goal: { atMost: 4 },
  };
}

async function measureBest(client: pg.Client, depths: Depths): Promise<Map<string, number>> {
  const best = await listBest(client, depths);
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, text } of best) {
      const started = performance.now();
      await client.query(text);
      times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
    }
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

async function withClient<T>(databaseUrl: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
