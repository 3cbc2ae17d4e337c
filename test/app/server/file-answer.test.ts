import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fileAnswer } from '#app/file-answer.server.ts';
import { servedHosts } from '#app/server/hosts.ts';
import { servePages } from '#app/server/pages.ts';
import { openReception } from '#app/server/reception.ts';
import { TemporaryFile } from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import { testPortal } from '#test/portal.ts';
import { bareBuild } from './bare-build.ts';

const MB = 1_048_576;
const content = Buffer.alloc(40 * MB, 'portal');

let server: Server;
let port: number;
let file: TemporaryFile;

beforeAll(async () => {
  const portal = await testPortal();
  const pages = servePages({
    portal,
    reception: openReception(portal, servedHosts(portal)),
    build: bareBuild([
      { path: 'file', loader: (args) => fileAnswer(args, file, { 'Content-Type': 'application/pdf' }) },
    ]),
    assets: null,
    vite: null,
  });
  server = createServer((request, response) => void pages(request, response)).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  port = (server.address() as AddressInfo).port;
});

beforeEach(async () => {
  file = await TemporaryFile.of(content);
});

afterAll(() => server.close());

function open(): Promise<IncomingMessage> {
  const asked = { host: '127.0.0.1', port, path: '/file', headers: { host: 'localhost:3000' }, agent: false };
  return new Promise((done, fail) => get(asked, done).on('error', fail));
}

const closed = () => eventually(() => expect(file.descriptor).toBe(-1));

it('waits in memory for nobody who reads slowly, arrives whole, and is closed', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const answer = await open();
  expect(answer.headers).toMatchObject({
    'content-length': String(content.length),
    'cache-control': 'no-store',
  });
  await wait(300);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * MB);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  expect(Buffer.concat(chunks).equals(content)).toBe(true);
  await closed();
});

it('is closed when its reader goes away', async () => {
  const answer = await open();
  answer.destroy();
  await closed();
});
