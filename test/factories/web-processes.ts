import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { advanceClock } from '#modules/platform/clock.ts';
import { SECOND } from '#modules/platform/index.ts';
import { type Answered, ask } from '#test/app/server/ask.ts';
import type { TestPortal } from '#test/portal.ts';

/** Another web process of the portal, on the same database. */
export interface WebProcess {
  /** Asks a call as a page of ours does. @param cookies those of a browser, by name */
  call(path: string, options?: CallOptions): Promise<Answered>;
  kill(): Promise<void>;
}

interface CallOptions {
  /** Sent by POST as JSON; without it the call is asked by GET. */
  input?: object;
  cookies?: ReadonlyMap<string, string>;
  /** A header that nobody here may believe. */
  forwardedFor?: string;
}

/** Web processes of their own on the database of a test's portal, and the clock that they share. */
export function webProcesses(portal: TestPortal) {
  const running = new Map<ChildProcess, number>();
  const end = async (child: ChildProcess) => {
    if (!running.delete(child)) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  };
  afterAll(async () => {
    for (const child of [...running.keys()]) await end(child);
  });

  async function timeAt(port: number): Promise<number> {
    const { body } = await ask(port, '/healthz');
    return Date.parse((JSON.parse(body) as { now: string }).now);
  }

  return {
    async start(): Promise<WebProcess> {
      const file = join(import.meta.dirname, 'web-child.ts');
      const child = spawn(process.execPath, [file, portal.databaseUrl, portal.config.dataFolder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [written] = (await once(child.stdout, 'data')) as [Buffer];
      const port = Number(written.toString());
      running.set(child, port);
      const host = portal.config.baseHost;
      return {
        call: (path, { input, cookies = new Map(), forwardedFor } = {}) =>
          ask(port, `/hub/api${path}`, {
            method: input ? 'POST' : 'GET',
            headers: {
              host,
              origin: `http://${host}`,
              'sec-fetch-site': 'same-origin',
              cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
              ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}),
              ...(input ? { 'content-type': 'application/json' } : {}),
            },
            ...(input ? { body: JSON.stringify(input) } : {}),
          }),
        kill: () => end(child),
      };
    },
    /** Moves the clock of every process and of the test, and waits until each has heard of it. */
    async advance(ms: number): Promise<void> {
      const ahead = await advanceClock(portal.db, ms);
      portal.clock.set(new Date(Date.now() + ahead));
      for (const port of running.values()) {
        while ((await timeAt(port)) < Date.now() + ahead - SECOND) await pause(10);
      }
    },
  };
}
