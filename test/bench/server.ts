/**
 * One server to be measured, in a process of its own: `node test/bench/server.ts KIND DATABASE_URL`. On messages from
 * its parent process, it reports the maximum memory of its process so far, the memory in use after a garbage
 * collection, the maximum in use since then (all in MB), or the delay of its event loop since the last report.
 */
import { createServer, type RequestListener } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { verify } from '@node-rs/argon2';
import { createRequestHandler } from '@remix-run/express';
import express from 'express';
import pg from 'pg';
import { openListener } from '#app/server/listener.ts';
import { loadBuiltPages } from '#cli/pages.ts';
import { startWeb } from '#cli/web-process.ts';
import { barePage } from './bare-page.ts';
import { MB, MemoryWatch } from './memory.ts';
import { benchConfig, openBenchPortal, poolSize } from './surroundings.ts';

export const kinds = ['json', 'page', 'hash', 'portal'] as const;
export type Kind = (typeof kinds)[number];

const [kind, databaseUrl = ''] = process.argv.slice(2);
/** The account that `json` reads, the hash that `hash` checks, or the replica that `portal` also reads from. */
const subject = process.env.BENCH_SUBJECT ?? '';

/** F1: JSON after one prepared query by primary key. */
function serveJson(): RequestListener {
  const pool = new pg.Pool({ connectionString: databaseUrl, min: 0, max: poolSize });
  return async (_request, response) => {
    const { rows } = await pool.query({
      name: 'floor',
      text: 'select id, emailaddress, firstname, lastname, role from account where id = $1',
      values: [subject],
    });
    answer(response, { success: true, account: rows[0] });
  };
}

/** A sign-in without a database: only the password is checked. */
const serveHash: RequestListener = async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { password } = JSON.parse(body) as { password: string };
  answer(response, { success: await verify(subject, password) });
};

function answer(response: Parameters<RequestListener>[1], value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

async function start(): Promise<number> {
  if (kind === 'portal') {
    const config = benchConfig();
    const listener = await openListener({ host: '127.0.0.1', port: 0 });
    startWeb(
      await openBenchPortal(config, databaseUrl, subject || null),
      listener,
      await loadBuiltPages(config),
    );
    return listener.port;
  }
  const handlers: Record<string, () => RequestListener> = {
    json: serveJson,
    hash: () => serveHash,
    page: () => express().use(createRequestHandler({ build: barePage, mode: 'production' })),
  };
  const server = createServer(handlers[kind ?? '']?.());
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });
}

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const memory = new MemoryWatch();
let mostOfProcess = 0;
setInterval(() => {
  mostOfProcess = Math.max(mostOfProcess, process.memoryUsage.rss() / MB);
}, 20).unref();

process.on('message', (question) => {
  if (question === 'idle-use') process.send?.(memory.idle());
  else if (question === 'most-use') process.send?.(memory.most);
  else if (question === 'most-memory') process.send?.(mostOfProcess);
  else {
    process.send?.(delay.percentile(99) / 1_000_000);
    delay.reset();
  }
});
// Otherwise it would keep the database of a bench that has failed.
process.on('disconnect', () => process.exit());
process.stdout.write(`${await start()}\n`);
