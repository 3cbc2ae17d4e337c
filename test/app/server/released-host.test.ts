import { afterAll, beforeAll, expect, it } from 'vitest';
import { servedHosts } from '#app/server/hosts.ts';
import { type Listener, openListener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import { sql } from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';
import { ask } from './ask.ts';
import { bareBuild } from './bare-build.ts';

const portal = await testPortal();
const action = ({ context }: { context: { visit: { host: string } } }) => new Response(context.visit.host);

let listener: Listener;
beforeAll(async () => {
  const { companyId } = await newCompany(portal);
  await rowsOf(
    portal,
    sql`insert into released_host (label, company_id, released_at) values ('harbor', ${companyId}, now())`,
  );
  listener = await openListener({ host: '127.0.0.1', port: 0 });
  const build = bareBuild([
    { path: 'unsubscribe/:token', action },
    { path: 'page', action },
  ]);
  listener.serve(
    createWeb({ portal, hosts: servedHosts(portal), hooks: [], checks: [], assets: null, build }),
  );
});
afterAll(() => listener?.drain(1000));

const press = (host: string, path: string) =>
  ask(listener.port, path, {
    method: 'POST',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

it('D114: lets mail programs unsubscribe on a host that a company gave up, and nothing else be sent there', async () => {
  const pressed = await press('harbor.localhost:3000', '/unsubscribe/abc');
  expect([pressed.status, pressed.body]).toEqual([200, 'localhost:3000']);
  expect((await press('harbor.localhost:3000', '/page')).status).toBe(421);
  expect((await press('nobody.localhost:3000', '/unsubscribe/abc')).status).toBe(421);
});

it('D114: leads every page of it to the same page of the base host', async () => {
  const opened = await ask(listener.port, '/undo/abc?x=1', { headers: { host: 'harbor.localhost:3000' } });
  expect([opened.status, opened.headers.location]).toEqual([302, 'http://localhost:3000/undo/abc?x=1']);
});
