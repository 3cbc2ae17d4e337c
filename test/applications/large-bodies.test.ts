import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { newPerson } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { expectUnchanged } from '../checks/unchanged.ts';

/** A body of 200 MB is refused long before all of it is read, with and without an announced length. */

const portal = await servedPortal();
const { visitor } = await newPerson(portal);

const LENGTH = 200 * 1_048_576;
const piece = Buffer.alloc(1_048_576, 'x');

interface Sent {
  status: number;
  /** How many bytes were sent before the answer. */
  sent: number;
}

function send(path: string, announced: boolean): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  let sent = 0;
  const asking = request(`${portal.origin}${path}`, {
    method: 'POST',
    headers: {
      origin: portal.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(announced ? { 'content-length': LENGTH } : {}),
    },
  });
  let answered = false;
  asking.once('response', (response) => {
    answered = true;
    response.resume();
    resolve({ status: response.statusCode ?? 0, sent });
    asking.destroy();
  });
  // A server that has answered may close the connection while more is being sent.
  asking.once('error', (error) => {
    if (!answered) reject(error);
  });
  void (async () => {
    while (!answered && sent < LENGTH && !asking.destroyed) {
      sent += piece.length;
      if (!asking.write(piece)) await Promise.race([once(asking, 'drain'), once(asking, 'close')]);
    }
  })().catch(reject);
  return promise;
}

const runUnchanged = expectUnchanged(portal);

test.each([
  '/hub/api/application/updateapplicationdetails',
  '/hub/api/application/uploadmanualpackage',
  '/hub/api/profile/saveaccept',
  '/hub/api/userverification/complete',
  '/hooks/cra',
  '/hooks/idv',
])('%s', async (path) => {
  await runUnchanged(path, async () => {
    for (const announced of [true, false]) {
      const { status, sent } = await send(path, announced);
      expect(status).toBe(413);
      expect(sent).toBeLessThan(LENGTH / 4);
    }
  });
});
