import { spawn } from 'node:child_process';
import { request as ask, type RequestListener } from 'node:http';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { type Listener, openListener } from '#app/server/listener.ts';
import { type Config, type DatabaseAddress, exitCodes, StartError, sql } from '#modules/platform/index.ts';
import { projectFolder } from './build.ts';
import { onPortal, type Surroundings } from './connect.ts';
import { type Terminal, tableLines } from './terminal.ts';

const host = '127.0.0.1';

/** The demo data is loaded separately, because only a first start needs it. */
const demo = () => import('./demo/index.ts');

/**
 * Puts the demo data into a migrated database that has no accounts yet.
 * @returns false if the database has accounts
 */
export async function seedDatabase(at: Surroundings): Promise<boolean> {
  if (await hasAccounts(at)) return false;
  const { seedDemo } = await demo();
  await seedDemo(at);
  return true;
}

/**
 * A child process that fills a database with the demo data. It already loads its code before it is told which database.
 */
export interface Seeding {
  /**
   * @throws StartError with the last output of the child process
   * @throws the signal's reason if it is aborted; the database is then incomplete and must be discarded
   */
  fill(database: DatabaseAddress): Promise<void>;
  /** Ends a child process that was not told a database. */
  drop(): void;
}

/** The line that the child process reads: the addresses of its database. */
const databaseLine = z.object({ url: z.string(), ownerUrl: z.string() });

/**
 * Starts the child process. The demo data is made in a child process because its memory, which is a lot, is then freed.
 * @param listener the portal's port, already open; callbacks that arrive there are forwarded to the child process
 */
export async function openSeeding(terminal: Terminal, config: Config, listener: Listener): Promise<Seeding> {
  const loopback = await openListener({ host, port: 0 });
  await loopback.drain(0);
  // Lets the child process use the compiled sources. Otherwise this process would write them to disk only when it ends.
  flushCompileCache();
  const child = spawn(
    process.execPath,
    [join(projectFolder, 'cli', 'shield.ts'), 'db', 'seed', '--when-told'],
    {
      cwd: projectFolder,
      env: {
        ...process.env,
        ...terminal.environment,
        PUBLIC_URL: config.publicUrl,
        PORT: String(loopback.port),
        STRIPE_SANDBOX_PORT: String(config.payments.sandboxPort),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      signal: terminal.signal,
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-2_000);
    });
  }
  // If the child process has ended, the code below reports why.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  ended.catch(() => undefined);
  return {
    async fill({ url, ownerUrl }) {
      listener.serve(forwardTo(loopback.port));
      child.stdin.end(`${JSON.stringify({ url, ownerUrl })}\n`);
      const code = await ended;
      terminal.signal.throwIfAborted();
      if (code !== exitCodes.ok)
        throw new StartError(`The demo data could not be created:\n${said.trim()}`, exitCodes.failed);
    },
    drop: () => child.stdin.end(),
  };
}

/**
 * Runs in the child process: loads the demo data's code, then waits for the database.
 * @returns null if stdin is closed without one
 */
export async function waitForDatabase(input: Readable): Promise<DatabaseAddress | null> {
  await demo();
  for await (const line of createInterface({ input })) return databaseLine.parse(JSON.parse(line));
  return null;
}

function forwardTo(port: number): RequestListener {
  return (request, response) => {
    const { url: path, method, headers } = request;
    const onward = ask({ host, port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // The child process may not listen yet or any more. The sender of the callback tries again.
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
}

/** Whether a migrated database already has accounts, in which case it gets no demo data (D7). */
export function hasAccounts(at: Surroundings): Promise<boolean> {
  return onPortal(at, async ({ db }) => {
    const { rows } = await sql<{ any: boolean }>`select exists (select from account) as any`.execute(db);
    return rows[0]?.any ?? false;
  });
}

/** Who can sign in to the demo data. */
export async function describeDemo(): Promise<string[]> {
  const { demoAccounts, demoPassword } = await demo();
  const rows = demoAccounts.map(({ emailaddress, who }) => [emailaddress, who]);
  return tableLines(['demo account', `password ${demoPassword}`], rows);
}
