/**
 * `npm run bench [-- GROUP...] [--people N,N] [--entries N] [--only WORDS]`: measures minimal servers and the portal
 * side by side, and writes a table in Markdown on the screen and in .data/bench.md, and .data/bench.json. Groups:
 * requests, growth, logins, pages, exports, writes, bulk, audit, jobs, mails, scripts, replica, phone, starts; all by default.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openListener } from '#app/server/listener.ts';
import { buildPages, projectFolder } from '#cli/build.ts';
import { loadBuiltPages } from '#cli/pages.ts';
import { startWeb } from '#cli/web-process.ts';
import type { DatabaseAddress, Portal } from '#modules/platform/index.ts';
import { fillAudit, measureAudit } from './audit.ts';
import { measureBulk } from './bulk.ts';
import { openCopy, openFilled } from './data.ts';
import { measureExport } from './exports.ts';
import { figureRows, judge, type Measured, markdown } from './figures.ts';
import { measureGrowth } from './growth.ts';
import { measureJobs } from './jobs.ts';
import { measureLogins } from './logins.ts';
import { measureMails } from './mails.ts';
import { measurePages } from './pages.ts';
import { measurePhone } from './phone.ts';
import { measureReplica } from './replica.ts';
import { measureRequests } from './requests.ts';
import { measureRoutes } from './routes.ts';
import { measureScripts } from './scripts.ts';
import { measureStarts } from './starts.ts';
import { benchConfig, openBenchPortal, openDatabase } from './surroundings.ts';
import { measureWrites } from './writes.ts';

process.env.NODE_ENV = 'production';

const groups = [
  'requests',
  'growth',
  'logins',
  'pages',
  'exports',
  'writes',
  'bulk',
  'audit',
  'jobs',
  'mails',
  'scripts',
  'replica',
  'phone',
  'starts',
] as const;
type Group = (typeof groups)[number];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '10000,1000000' },
    entries: { type: 'string', default: '10000000' },
    only: { type: 'string', default: '' },
  },
});
const wanted = new Set<Group>(
  positionals.length === 0
    ? groups
    : positionals.map((name) => {
        const group = groups.find((each) => each === name);
        if (!group) throw new Error(`${name}: expected one of ${groups.join(', ')}`);
        return group;
      }),
);
const sizes = values.people.split(',').map(Number);
const only = new RegExp(values.only.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
const say = (line: string) => process.stderr.write(`${line}\n`);

/** @param last whether it is the last size. Figures that do not depend on the data are measured only then */
async function measureSized(databaseUrl: string, last: boolean): Promise<Measured[]> {
  const portal = await openBenchPortal(benchConfig(), databaseUrl);
  try {
    return [
      ...(wanted.has('requests') ? await measureRequests(portal, databaseUrl) : []),
      ...(wanted.has('growth') && last ? await measureGrowth(portal, databaseUrl) : []),
      ...(wanted.has('logins') && last ? await measureLogins(portal, databaseUrl) : []),
      ...(wanted.has('exports') ? await measureExport(portal, databaseUrl) : []),
      ...(wanted.has('pages') ? await measureServed(portal, databaseUrl) : []),
    ];
  } finally {
    await portal.close();
  }
}

/** The portal's pages, served by this process. */
async function measureServed(portal: Portal, databaseUrl: string): Promise<Measured[]> {
  const listener = await openListener({ host: '127.0.0.1', port: 0 });
  const web = startWeb(portal, listener, await loadBuiltPages(portal.config));
  try {
    return await measurePages(portal, { port: listener.port, databaseUrl, only });
  } finally {
    await web.stop('hand-over');
  }
}

async function measureUnsized(database: DatabaseAddress): Promise<Measured[]> {
  const jobs = wanted.has('jobs')
    ? await withPortal(database.url, (portal) => measureJobs(portal, database))
    : [];
  const mails = wanted.has('mails') ? await withPortal(database.url, measureMails) : [];
  const scripts = wanted.has('scripts') ? [...measureScripts(), ...(await measureRoutes())] : [];
  return [...jobs, ...mails, ...scripts];
}

async function withPortal<T>(databaseUrl: string, run: (portal: Portal) => Promise<T>): Promise<T> {
  const portal = await openBenchPortal(benchConfig(), databaseUrl);
  try {
    return await run(portal);
  } finally {
    await portal.close();
  }
}

/** In a copy, because it changes rows and drops indexes. */
async function measureWritten(database: DatabaseAddress, filledUrl: string): Promise<Measured[]> {
  const copy = await openCopy(database, filledUrl);
  try {
    return await withPortal(copy.url, (portal) => measureWrites(portal, copy));
  } finally {
    await copy.drop();
  }
}

/** In a copy of the smallest data, because these change it. */
async function measureOnCopy(database: DatabaseAddress): Promise<Measured[]> {
  const { url } = await openFilled(database, sizes[0] ?? 0, say);
  const copy = await openCopy(database, url);
  try {
    const bulk = wanted.has('bulk')
      ? await withPortal(copy.url, (portal) => measureBulk(portal, copy.url))
      : [];
    if (!wanted.has('audit')) return bulk;
    const entries = Number(values.entries);
    say(`Writing ${entries.toLocaleString('en-US')} audit entries...`);
    say(`Written in ${(await fillAudit(copy.ownerUrl, entries)).toFixed(0)} s.`);
    return [...bulk, ...(await withPortal(copy.url, (portal) => measureAudit(portal, entries)))];
  } finally {
    await copy.drop();
  }
}

const needsData = (['requests', 'growth', 'logins', 'pages', 'exports', 'writes'] as const).some((group) =>
  wanted.has(group),
);
const load = loadavg()[0] ?? 0;
const measured = new Map<number, Measured[]>();
const database = await openDatabase();
try {
  if (await buildPages(new AbortController().signal)) say('Built the pages.');
  for (const people of needsData ? sizes : []) {
    const { url, seconds } = await openFilled(database, people, say);
    say(`Measuring at ${people.toLocaleString('en-US')} people...`);
    const last = people === sizes.at(-1);
    const sized = await measureSized(url, last);
    const written = last && wanted.has('writes') ? await measureWritten(database, url) : [];
    const made: Measured = { name: 'people made', unit: 's', seen: seconds, goal: { atMost: 180 } };
    measured.set(people, [made, ...sized, ...written]);
  }
  say('Measuring what does not depend on the data...');
  const onCopy = wanted.has('bulk') || wanted.has('audit') ? await measureOnCopy(database) : [];
  measured.set(0, [...onCopy, ...(await measureUnsized(database))]);
} finally {
  await database.stop();
}

if (wanted.has('replica')) {
  say('Measuring with a replica...');
  measured.set(0, [...(measured.get(0) ?? []), ...(await measureReplica())]);
}

if (wanted.has('phone')) {
  say('Visiting with a slow phone...');
  measured.set(0, [...(measured.get(0) ?? []), ...(await measurePhone())]);
}

if (wanted.has('starts')) {
  say('Starting with nothing made...');
  measured.set(0, [...(measured.get(0) ?? []), ...(await measureStarts())]);
}

const figures = judge(measured);
const machine = {
  cores: cpus().length,
  cpu: cpus()[0]?.model ?? '',
  node: process.version,
  loadBefore: load,
};
const report = markdown(figureRows(figures));
const written = (name: string) => join(projectFolder, '.data', name);
writeFileSync(
  written('bench.json'),
  `${JSON.stringify({ at: new Date().toISOString(), machine, figures }, null, 2)}\n`,
);
writeFileSync(written('bench.md'), `${report}\n`);
console.log(report);
console.log(
  `\n${machine.cores} cores, Node ${machine.node}, load ${load.toFixed(1)} before; kept in .data/bench.md and .data/bench.json`,
);
