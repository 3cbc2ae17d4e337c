import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { migrationsCheck, standardChecks } from '#app/server/health.ts';
import { hooks } from '#app/server/hook-table.ts';
import { servedHosts } from '#app/server/hosts.ts';
import type { Listener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import { migrations } from '#migrations/index.ts';
import { type Portal, SECOND } from '#modules/platform/index.ts';
import type { Pages } from './pages.ts';

export interface WebProcess {
  /**
   * Finishes the requests that are being processed.
   * @param how `leave` first asks whoever sends requests to send no more, and waits for a while. It is not needed if
   * another process takes over the port.
   */
  stop(how: 'leave' | 'hand-over'): Promise<void>;
}

/**
 * In milliseconds: a connection without a request is closed so long after a stop began. A proxy that sends its next
 * request before that gets an answer, by which it closes the connection itself.
 */
const LULL = 2 * SECOND;

/** Serves the pages and calls of a portal on a port that is already open. */
export function startWeb(portal: Portal, listener: Listener, pages: Pages): WebProcess {
  // With reload, loading the pages makes so much garbage that collecting it sooner takes longer than the pages.
  if (!pages.vite) collectGarbageSooner();
  const { environment, shutdownDelay, shutdownTimeout } = portal.config;
  let draining = false;
  let leaving = false;
  listener.serve(
    createWeb({
      portal,
      hosts: servedHosts(portal),
      hooks,
      checks: [...standardChecks, migrationsCheck(migrations.at(-1)?.name ?? '')],
      ...pages,
      isDraining: () => draining,
      isLeaving: () => leaving,
    }),
  );
  return {
    async stop(how) {
      draining = true;
      leaving = how === 'leave';
      if (leaving) await pause(shutdownDelay);
      await listener.drain(shutdownTimeout, environment === 'production' ? LULL : 0);
    },
  };
}

/**
 * By default, if the machine has enough memory, V8 lets the heap grow to several times the used size before it collects
 * garbage. Rendering pages creates much garbage, so the process would hold half a gigabyte without saving any
 * measurable time. The new limit applies from the next collection on, so one is run before the first request.
 */
function collectGarbageSooner(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
}
