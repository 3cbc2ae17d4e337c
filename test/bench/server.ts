/** One server to be measured, in a process of its own: `node test/bench/server.ts KIND DATABASE_URL`. */
import { createServer, type RequestListener } from 'node:http';
import { createRequestHandler } from '@remix-run/express';
import express from 'express';
import pg from 'pg';
import { openListener } from '#app/server/listener.ts';
import { loadBuiltPages } from '#cli/pages.ts';
import { startWeb } from '#cli/web-process.ts';
import { barePage } from './bare-page.ts';
import { benchConfig, openBenchPortal, poolSize } from './surroundings.ts';

export const kinds = ['json', 'page', 'portal'] as const;
export type Kind = (typeof kinds)[number];

const [kind, databaseUrl = ''] = process.argv.slice(2);

/** F1: JSON after one prepared query by primary key. */
function serveJson(): RequestListener {
  const pool = new pg.Pool({ connectionString: databaseUrl, min: 0, max: poolSize });
  return async (_request, response) => {
    const { rows } = await pool.query({
      name: 'floor',
      text: 'select id, emailaddress, firstname, lastname, role from account where id = $1',
      values: [process.env.BENCH_ACCOUNT],
    });
    const body = JSON.stringify({ success: true, account: rows[0] });
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  };
}

async function start(): Promise<number> {
  if (kind === 'portal') {
    const config = benchConfig();
    const listener = await openListener({ host: '127.0.0.1', port: 0 });
    startWeb(await openBenchPortal(config, databaseUrl), listener, await loadBuiltPages(config));
    return listener.port;
  }
  const handler =
    kind === 'json'
      ? serveJson()
      : express().use(createRequestHandler({ build: barePage, mode: 'production' }));
  const server = createServer(handler);
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });
}

process.stdout.write(`${await start()}\n`);
