import { afterAll } from 'vitest';
import { serveHooks } from '#app/server/hooks.ts';
import { hooks } from '#app/server/hook-table.ts';
import { servedHosts } from '#app/server/hosts.ts';
import { type Listener, openListener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { bareBuild } from '../app/server/bare-build.ts';
