import { afterAll } from 'vitest';
import { hooks } from '#app/server/hook-table.ts';
import { servedHosts } from '#app/server/hosts.ts';
import { openListener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import { type TestPortal, type TestPortalOptions, testPortal } from '#test/portal.ts';
import { bareBuild } from '../app/server/bare-build.ts';

export interface ServedPortal extends TestPortal {
  readonly origin: string;
}

/** A portal that serves HTTP on its own port, for callbacks. Without pages. */
export async function servedPortal(options: TestPortalOptions = {}): Promise<ServedPortal> {
  const listener = await openListener({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${listener.port}`;
  const portal = await testPortal({
    ...options,
    environment: { ...options.environment, PUBLIC_URL: origin },
  });
  listener.serve(
    createWeb({
      portal,
      hosts: servedHosts(portal),
      hooks,
      checks: [],
      build: bareBuild([{ path: '*', loader: () => new Response(null, { status: 404 }) }]),
      assets: null,
    }),
  );
  afterAll(() => listener.drain(1000));
  return Object.assign(portal, { origin });
}
