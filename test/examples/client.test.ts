// Takes long: it starts the sample client and a worker as processes.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { acceptInvite, listInvitations } from '#modules/network/index.ts';
import { newApiKey } from '#test/factories/api-keys.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { workerProcesses } from '#test/factories/worker-processes.ts';

/** The sample client, against a running portal and a worker that delivers. */

// The signatures of the worker carry the time of the machine, and are refused after five minutes.
const portal = await servedPortal({ now: new Date() });
const workers = workerProcesses(portal);
const client = join(import.meta.dirname, '../../examples/client.ts');
const run = promisify(execFile);
const listening: ChildProcess[] = [];
afterAll(() => {
  for (const child of listening) child.kill();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await once(server.close(), 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

test('the sample client lists connections, invites somebody, and receives and verifies an event', async () => {
  const company = await newCompany(portal);
  const noor = await newScoredPerson(portal, { firstname: 'Noor', lastname: 'Aziz', score: 'IC02' });
  await joinNetwork(company, noor);
  const ben = await newScoredPerson(portal);
  const { key } = await newApiKey(company);
  const env = { ...process.env, BASE: portal.origin, SHIELDHUB_KEY: key };
  const say = async (...words: string[]) =>
    (await run(process.execPath, [client, ...words], { env })).stdout.trim();

  expect(await say('connections')).toBe(`Noor Aziz: ${noor.shieldId}, CURRENT, IC02`);
  expect(await say('invite', ben.shieldId)).toBe(`${ben.shieldId}: invited, INVITE`);
  await expect(say('invite', 'nobody')).rejects.toThrow('network.shieldid-not-found');

  const port = await freePort();
  const secret = await say('subscribe', `http://127.0.0.1:${port}/hooks`);
  const listener = spawn(process.execPath, [client, 'listen', String(port)], {
    env: { ...env, SHIELDHUB_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  listening.push(listener);
  const lines = createInterface({ input: listener.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe(`Listening on port ${port}`);
  const forged = await fetch(`http://127.0.0.1:${port}/hooks`, {
    method: 'POST',
    headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
    body: '{"type":"connection.accepted"}',
  });
  expect(forged.status).toBe(401);

  const { invitations } = await ben.visitor.perform(listInvitations, {});
  const inviteid = invitations[0]?.inviteid ?? '';
  await ben.visitor.perform(acceptInvite, { inviteid });
  await workers.start();
  expect((await lines.next()).value).toBe(
    `connection.accepted ${JSON.stringify({ connectionid: inviteid, reason: 'accepted' })}`,
  );
});
