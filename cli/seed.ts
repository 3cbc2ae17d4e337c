import { spawn } from 'node:child_process';
import { request as ask, type RequestListener } from 'node:http';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { type Listener, openListener } from '#app/server/listener.ts';
import { exitCodes, StartError, sql } from '#modules/platform/index.ts';
import { projectFolder } from './build.ts';
import { type OwnerSurroundings, onPortal, type Surroundings } from './connect.ts';
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

/**
 * Runs it in a child process, because the portal would otherwise keep the memory that a year of scenes needs.
 * @param listener the portal's port, already open; callbacks that arrive there are forwarded to the child
 * @throws StartError with the last output of the child process
 * @throws the signal's reason when it is aborted; the database is then incomplete and must be discarded
 */
export async function seedApart(
  terminal: Terminal,
  at: OwnerSurroundings,
  listener: Listener,
): Promise<void> {
  const loopback = await openListener({ host, port: 0 });
  await loopback.drain(0);
  listener.serve(handOn(loopback.port));
  // The child then reads the sources compiled: by itself this process writes them down only at its end.
  flushCompileCache();
  const seeding = spawn(process.execPath, [join(projectFolder, 'cli', 'shield.ts'), 'db', 'seed'], {
    cwd: projectFolder,
    env: {
      ...process.env,
      ...terminal.environment,
      DATABASE_URL: at.database.url,
      DATABASE_OWNER_URL: at.database.ownerUrl,
      PUBLIC_URL: at.config.publicUrl,
      PORT: String(loopback.port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: terminal.signal,
  });
  let said = '';
  for (const stream of [seeding.stdout, seeding.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-2_000);
    });
  }
  const code = await new Promise<number | null>((done, fail) => {
    seeding.once('error', fail);
    seeding.once('close', done);
  });
  terminal.signal.throwIfAborted();
  if (code !== exitCodes.ok)
    throw new StartError(`The demo data could not be created:\n${said.trim()}`, exitCodes.failed);
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
