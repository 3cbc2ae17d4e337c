import { expect, it } from 'vitest';
import { openWebhookNetwork } from '#modules/enterprise/index.ts';
import { post } from '#modules/enterprise/webhooks/post.ts';
import { signStandardHook } from '#modules/platform/index.ts';
import { knowSecret, receiverHost, withSandboxReceiver } from '#sandboxes/webhooks/index.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const network = withSandboxReceiver(portal, { ...openWebhookNetwork({ loopback: true }), timeout: 300 });
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

function send(path: string, body = '{"type":"ping"}') {
  const at = portal.clock.now();
  const { id, timestamp, signature } = signStandardHook([secret], {
    id: 'evt_1',
    body: '{"type":"ping"}',
    at,
  });
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return post(network, `https://${receiverHost}${path}`, { headers, body });
}

it('takes what is signed with a secret that it was told, and fails or hangs where its path says so', async () => {
  expect(await send('/yard')).toMatchObject({ status: 401, failure: 'status' });
  await knowSecret(portal, secret);
  expect(await send('/yard')).toMatchObject({ status: 200, body: 'Taken', failure: null });
  expect(await send('/yard', '{"type":"forged"}')).toMatchObject({ status: 401 });
  expect(await send('/fail')).toMatchObject({ status: 500, failure: 'status' });
  expect(await send('/hang')).toMatchObject({ status: null, failure: 'no-answer' });
});
