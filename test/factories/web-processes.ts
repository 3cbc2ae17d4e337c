import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { advanceClock } from '#modules/platform/clock.ts';
import { usageOf } from '#modules/platform/files/usage.ts';
import { SECOND } from '#modules/platform/index.ts';
import { type Answered, ask } from '#test/app/server/ask.ts';
import type { TestPortal } from '#test/portal.ts';

/** Another web process of the portal, on the same database. */
export interface WebProcess {
  /**
   * Sends a call as our own page does.
   * @param cookies those of a browser, by name
   */
  call(path: string, options?: CallOptions): Promise<Answered>;
  /** Posts to any address as our own page does. */
  post(path: string, sent: Sent & { body: string | Buffer }): Promise<Answered>;
  /** Bytes of memory that it uses now. */
  resident(): number;
  kill(): Promise<void>;
}

interface CallOptions {
  /** Sent as JSON by POST; without it, the call is a GET. */
  input?: object;
  cookies?: ReadonlyMap<string, string>;
  /** A forged header, which must not be believed. */
  forwardedFor?: string;
}

interface Sent {
  cookies?: ReadonlyMap<string, string> | undefined;
  headers?: Record<string, string>;
  /** Without it, the request is a GET. */
  body?: string | Buffer | undefined;
}

/** Separate web processes on the database of a test's portal, and the clock that they share. */
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
      const { dataFolder, payments, baseHost: host, publicUrl } = portal.config;
      const surroundings = [portal.databaseUrl, dataFolder, String(payments.sandboxPort), publicUrl];
      const loader = ['--import', join(import.meta.dirname, '../page-loader.ts')];
      const child = spawn(process.execPath, [...loader, file, ...surroundings], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [written] = (await once(child.stdout, 'data')) as [Buffer];
      const port = Number(written.toString());
      running.set(child, port);
      const send = (path: string, { cookies = new Map(), headers, body }: Sent) =>
        ask(port, path, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            host,
            origin: `http://${host}`,
            'sec-fetch-site': 'same-origin',
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            ...headers,
          },
          ...(body === undefined ? {} : { body }),
        });
      return {
        call: (path, { input, cookies, forwardedFor } = {}) =>
          send(`/hub/api${path}`, {
            cookies,
            headers: {
              ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}),
              ...(input ? { 'content-type': 'application/json' } : {}),
            },
            body: input && JSON.stringify(input),
          }),
        post: send,
        resident: () => usageOf(child.pid ?? 0)?.resident ?? 0,
        kill: () => end(child),
      };
    },
    /** Moves the clock of every process and of the test, and waits until each process knows about it. */
    async advance(ms: number): Promise<void> {
      const ahead = await advanceClock(portal.db, ms);
      portal.clock.set(new Date(Date.now() + ahead));
      for (const port of running.values()) {
        while ((await timeAt(port)) < Date.now() + ahead - SECOND) await pause(10);
      }
    },
  };
}
