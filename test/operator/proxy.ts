import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { ask } from '../app/server/ask.ts';

const file = join(import.meta.dirname, '../../deploy/proxy/haproxy.cfg');

/** Replaces one line of the file, which must be there. */
function replaced(text: string, line: RegExp, by: string): string {
  expect(text, `haproxy.cfg has a line ${line}`).toMatch(line);
  return text.replace(line, by);
}

/**
 * HAProxy with the file of deploy/, in front of web processes on this machine. Only addresses are replaced, and TLS is left
 * out.
 * @param folder where the changed file is written
 * @param program the path of haproxy
 * @returns the port for requests
 */
export async function startProxy(
  folder: string,
  program: string,
  webPorts: readonly number[],
): Promise<number> {
  const [plain, port] = [await freePort(), await freePort()];
  let text = readFileSync(file, 'utf8');
  text = replaced(text, /bind :80$/m, `bind 127.0.0.1:${plain}`);
  text = replaced(text, /bind :443 ssl .*$/m, `bind 127.0.0.1:${port}`);
  for (const [at, webPort] of webPorts.entries())
    text = replaced(text, new RegExp(`server web${at + 1} \\S+`), `server web${at + 1} 127.0.0.1:${webPort}`);
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, text);
  const proxy: ChildProcess = spawn(program, ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(proxy, 'exit');
  onTestFinished(async () => {
    proxy.kill('SIGKILL');
    await ended;
  });
  await expect
    .poll(async () => (await ask(port, '/healthz').catch(() => null))?.status, { timeout: 30_000 })
    .toBe(200);
  expect(await ask(plain, '/login', { headers: { host: 'portal.example.test' } })).toMatchObject({
    status: 308,
    headers: { location: 'https://portal.example.test/login' },
  });
  return port;
}
