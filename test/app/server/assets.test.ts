import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveAssets } from '#app/server/assets.ts';
import { type Listener, openListener } from '#app/server/listener.ts';
import { ask } from './ask.ts';

const folder = mkdtempSync(join(tmpdir(), 'shieldhub-assets-'));
const script = 'export const answer = 42;';
let listener: Listener;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'entry-a1.js'), script);
  writeFileSync(join(folder, 'assets', 'entry-a1.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'assets', 'entry-a1.js.br'), 'packed by brotli');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets', 'inter-a1.woff2'), 'font');
  const { serve } = serveAssets(folder, [['X-Content-Type-Options', 'nosniff']]);
  listener = await openListener({ host: '127.0.0.1', port: 0 });
  listener.serve((request, response) => {
    if (!serve(request, response, request.url ?? '')) response.writeHead(404).end();
  });
});

afterAll(async () => {
  await listener.drain(1000);
  rmSync(folder, { recursive: true, force: true });
});

const path = '/assets/entry-a1.js';

describe('assets', () => {
  it('with a hash in the name never change', async () => {
    const { status, headers, body } = await ask(listener.port, path);
    expect(status).toBe(200);
    expect(body).toBe(script);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect((await ask(listener.port, '/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['br;q=0', undefined],
  ])('for a browser that takes %j come as %s', async (accepted, encoding) => {
    const { headers } = await ask(listener.port, path, { headers: { 'accept-encoding': accepted } });
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('may be used by the card form of another origin if they are fonts', async () => {
    const font = '/assets/inter-a1.woff2';
    expect((await ask(listener.port, font)).headers['access-control-allow-origin']).toBe('*');
    const preflight = await ask(listener.port, font, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toBe('*');
    expect((await ask(listener.port, path)).headers['access-control-allow-origin']).toBeUndefined();
    expect((await ask(listener.port, path, { method: 'OPTIONS' })).status).toBe(404);
  });

  it('are not sent again to who has them', async () => {
    const { headers } = await ask(listener.port, path);
    const again = await ask(listener.port, path, { headers: { 'if-none-match': headers.etag } });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it('have a head', async () => {
    const { status, headers, body } = await ask(listener.port, path, { method: 'HEAD' });
    expect({ status, body, length: headers['content-length'] }).toEqual({
      status: 200,
      body: '',
      length: String(script.length),
    });
  });

  it.each([
    '/assets/../assets/entry-a1.js',
    '/assets/entry-a1.js.br',
    '/assets',
    '/',
    '/assets/%2e%2e/favicon.svg',
  ])('are found by their own path only, not by %s', async (other) => {
    expect((await ask(listener.port, other)).status).toBe(404);
  });
});
