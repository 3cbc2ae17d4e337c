import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { expect, it } from 'vitest';
import { flash, takePageFlash } from '#app/flash.server.ts';
import { servedHosts } from '#app/server/hosts.ts';
import { servePages } from '#app/server/pages.ts';
import { openReception } from '#app/server/reception.ts';
import { testPortal } from '#test/portal.ts';
import { ask } from './ask.ts';
import { bareBuild } from './bare-build.ts';

it('a message for the next page outlives pages that only lead on, and is shown once', async () => {
  const portal = await testPortal();
  const leaves = ({ context }: LoaderFunctionArgs) => {
    flash(context.visit, 'That link has expired.', 'bad');
    return redirect('/on');
  };
  const leadsOn = ({ context }: LoaderFunctionArgs) => {
    takePageFlash(context);
    return redirect('/shows');
  };
  const shown = ({ context }: LoaderFunctionArgs) =>
    new Response(
      takePageFlash(context)
        .map(({ text }) => text)
        .join(),
    );
  const pages = servePages({
    portal,
    reception: openReception(portal, servedHosts(portal)),
    build: bareBuild([
      { path: 'leaves', loader: leaves },
      { path: 'on', loader: leadsOn },
      { path: 'shows', loader: shown },
    ]),
    assets: null,
    vite: null,
  });
  await using server = createServer((request, response) => void pages(request, response)).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  let cookie = '';
  const visit = async (path: string) => {
    const answer = await ask(port, path, { headers: { host: 'localhost:3000', cookie } });
    // Of several lines for one cookie, the last one counts.
    cookie = (answer.headers['set-cookie']?.at(-1) ?? cookie).split(';')[0] ?? '';
    return answer.body;
  };
  await visit('/leaves');
  await visit('/on');
  expect(await visit('/shows')).toBe('That link has expired.');
  expect(await visit('/shows')).toBe('');
});
