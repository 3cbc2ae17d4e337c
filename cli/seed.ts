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
import { type Terminal, table } from './terminal.ts';

const host = '127.0.0.1';

/** The demo data is loaded separately, because only a first start needs it. */
const demo = () => import('./demo/index.ts');

/**
 * Puts the demo data into a migrated database that has no accounts yet.
 * @returns false when the database has accounts
 */
export async function seedDatabase(at: Surroundings): Promise<boolean> {
  if (await hasAccounts(at)) return false;
  const { seedDemo } = await demo();
  await seedDemo(at);
  return true;
}

/** A child process that fills one database with the demo data, and loads its sources until it is told which. */
export interface Seeding {
  /**
   * @throws StartError with the last output of the child process
   * @throws the signal's reason when it is aborted; the database is then incomplete and must be discarded
   */
  fill(database: DatabaseAddress): Promise<void>;
  /** Ends a child that was not told a database. */
  drop(): void;
}

/** What the child reads, as one line: where its database is. */
const told = z.object({ url: z.string(), ownerUrl: z.string() });

/**
 * Runs it in a child process, because the portal would otherwise keep the memory that a year of scenes needs.
 * @param listener the portal's port, already open; callbacks that arrive there are forwarded to the child
 */
export async function openSeeding(terminal: Terminal, config: Config, listener: Listener): Promise<Seeding> {
  const loopback = await openListener({ host, port: 0 });
  await loopback.drain(0);
  // The child then reads the sources compiled: by itself this process writes them down only at its end.
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
  // A child that has ended says why below.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  ended.catch(() => undefined);
  return {
    async fill({ url, ownerUrl }) {
      listener.serve(handOn(loopback.port));
      child.stdin.end(`${JSON.stringify({ url, ownerUrl })}\n`);
      const code = await ended;
      terminal.signal.throwIfAborted();
      if (code !== exitCodes.ok)
        throw new StartError(`The demo data could not be created:\n${said.trim()}`, exitCodes.failed);
    },
    drop: () => child.stdin.end(),
  };
}

/** The other side: loads the demo data, then waits. @returns null when no database is told */
export async function waitForDatabase(input: Readable): Promise<DatabaseAddress | null> {
  await demo();
  for await (const line of createInterface({ input })) return told.parse(JSON.parse(line));
  return null;
}

function handOn(port: number): RequestListener {
  return (request, response) => {
    const { url: path, method, headers } = request;
    const onward = ask({ host, port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // The child may not listen yet, or no longer; the sender tries again.
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
  return table(['demo account', `password ${demoPassword}`], rows);
}
