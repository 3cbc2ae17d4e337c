/** `npm run bench`: floors and figures measured side by side, a table on the screen and .data/bench.json. */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { buildPages, projectFolder } from '#cli/build.ts';
import { table } from '#cli/terminal.ts';
import { register } from '#modules/identity/index.ts';
import type { Portal } from '#modules/platform/index.ts';
import { Visitor } from '#test/visitor.ts';
import { type Figure, figureRows, judge } from './figures.ts';
import { measureJobs } from './jobs.ts';
import { compare, startServer } from './load.ts';
import { benchConfig, openBenchPortal, openDatabase } from './surroundings.ts';

const say = (line: string) => process.stderr.write(`${line}\n`);
process.env.NODE_ENV = 'production';

/** Somebody with a session, made anew for each run. */
async function signIn(portal: Portal): Promise<{ accountId: string; cookie: string }> {
  const visitor = new Visitor(portal, { address: `198.51.100.${Math.floor(Math.random() * 250)}` });
  await visitor.perform(register, {
    firstname: 'Bench',
    lastname: 'Person',
    businessname: '',
    emailaddress: `bench-${process.pid}-${Date.now()}@example.com`,
    mobile: '5125550100',
    password: 'copper-Lantern-2026',
  });
  const caller = await visitor.caller();
  if (!caller) throw new Error('registered, and no session');
  const { accountId } = caller;
  await portal.pool.query(
    `update account set email_verified_at = now(), two_step_method = 'DISABLED',
       accepted_terms_id = (select id from terms_version where kind = 'portal' and is_current)
     where id = $1`,
    [accountId],
  );
  return {
    accountId,
    cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; '),
  };
}

async function measurePages(portal: Portal, databaseUrl: string): Promise<Figure[]> {
  const { accountId, cookie } = await signIn(portal);
  const host = portal.config.baseHost;
  const [json, page, ours] = await Promise.all(
    (['json', 'page', 'portal'] as const).map((kind) => startServer(kind, databaseUrl, accountId)),
  );
  if (!json || !page || !ours) throw new Error('a server is missing');
  try {
    say('Measuring GET /hub/api/verifysession beside F1...');
    const [f1 = 0, session = 0] = await compare([
      { port: json.port, path: '/' },
      { port: ours.port, path: '/hub/api/verifysession', headers: { host, cookie } },
    ]);
    say('Measuring pages beside F2...');
    const [f2 = 0, login = 0, home = 0] = await compare([
      { port: page.port, path: '/' },
      { port: ours.port, path: '/login', headers: { host } },
      { port: ours.port, path: '/user', headers: { host, cookie } },
    ]);
    return [
      { name: 'GET /hub/api/verifysession, signed in', seen: session, floor: 'F1', floorSeen: f1, goal: 0.6 },
      { name: 'GET /login, kept per host', seen: login, floor: 'F2', floorSeen: f2, goal: 3 },
      { name: 'GET /user, nothing bought yet', seen: home, floor: 'F2', floorSeen: f2, goal: 0.4 },
    ];
  } finally {
    await Promise.all([json.stop(), page.stop(), ours.stop()]);
  }
}

async function measure(): Promise<Figure[]> {
  const config = benchConfig();
  const database = await openDatabase();
  try {
    if (await buildPages(new AbortController().signal)) say('Built the pages.');
    const portal = await openBenchPortal(config, database.url);
    try {
      const pages = await measurePages(portal, database.url);
      say('Measuring jobs beside F3...');
      const jobs = await measureJobs(portal, database.url);
      return [
        ...pages,
        {
          name: 'job that touches one row',
          seen: jobs.oneRow,
          floor: 'F3',
          floorSeen: jobs.floor,
          goal: 0.7,
        },
        {
          name: 'empty job',
          seen: jobs.empty,
          floor: 'F3 with its local queue',
          floorSeen: jobs.floorLocalQueue,
          goal: 0.9,
        },
      ];
    } finally {
      await portal.close();
    }
  } finally {
    await database.stop();
  }
}

const load = loadavg()[0] ?? 0;
const figures = (await measure()).map(judge);
const machine = {
  cores: cpus().length,
  cpu: cpus()[0]?.model ?? '',
  node: process.version,
  loadBefore: load,
};
writeFileSync(
  join(projectFolder, '.data', 'bench.json'),
  `${JSON.stringify({ at: new Date().toISOString(), machine, figures }, null, 2)}\n`,
);
for (const line of table(['figure', 'seen', 'floor', 'part', 'goal', ''], figureRows(figures)))
  console.log(line);
console.log(
  `\n${machine.cores} cores, Node ${machine.node}, load ${load.toFixed(1)} before; kept in .data/bench.json`,
);
