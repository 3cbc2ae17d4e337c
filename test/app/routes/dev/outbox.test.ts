import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { describe, expect, test } from 'vitest';
import { loader as listLoader } from '#app/routes/dev/outbox.tsx';
import { loader as htmlLoader } from '#app/routes/dev/outbox-html.ts';
import { loader as messageLoader } from '#app/routes/dev/outbox-message.tsx';
import { button, declareMail, paragraph } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const openIt = declareMail({
  name: 'test.open',
  sample: {},
  group: 'security',
  securityCode: true,
  subject: 'Open it',
  preheader: '',
  blocks: () => [paragraph('Hello'), button('Open', 'https://acme.test/x')],
});
await portal.mailTo({ address: 'nina@shieldhub.test' }, { host: null, messageId: 'm1' }, openIt({}));
await portal.sms.send({ to: '5550100123', body: 'Your code is 04QZ7K' });

function args(
  path: string,
  params: Record<string, string> = {},
  environment = 'development',
): LoaderFunctionArgs {
  const context = { portal: { ...portal, config: { ...portal.config, environment } }, nonce: 'abc' };
  return {
    request: new Request(`http://localhost${path}`),
    params,
    context: context as unknown as AppLoadContext,
  } as LoaderFunctionArgs;
}

describe('the outbox in the browser', () => {
  test('lists what was kept, newest first, for one recipient or channel', async () => {
    const all = await listLoader(args('/dev/outbox'));
    expect(all.messages.map(({ channel, to, title, code }) => [channel, to, title, code])).toEqual([
      ['sms', '+15550100123', 'Your code is 04QZ7K', '04QZ7K'],
      ['mail', 'nina@shieldhub.test', 'Open it', null],
    ]);
    for (const query of ['to=nina@shieldhub.test', 'channel=mail', `before=${all.messages[0]?.id}`]) {
      expect((await listLoader(args(`/dev/outbox?${query}`))).messages).toHaveLength(1);
    }
    expect((await listLoader(args('/dev/outbox?before=x&channel=y'))).messages).toHaveLength(2);
  });

  test('shows a mail under the policy of our pages: no style without the nonce', async () => {
    const { messages } = await listLoader(args('/dev/outbox?channel=mail'));
    const id = messages[0]?.id ?? '';
    const { message, hasHtml } = await messageLoader(args('', { id }));
    expect([hasHtml, message.links]).toEqual([true, ['https://acme.test/x']]);
    const html = await (await htmlLoader(args('', { id }))).text();
    expect(html).toContain('<style nonce="abc">');
    expect(html).not.toMatch(/<[^>]* style=/);
    expect(html).toMatch(/\[data-styled="0"\]\{margin:0;padding:0;background-color:#\w{6}\}/);
  });

  test('is nowhere but in development, and knows only what is there', async () => {
    const [kept] = (await listLoader(args('/dev/outbox'))).messages;
    const missing = [
      messageLoader(args('', { id: kept?.id ?? '' }, 'production')),
      htmlLoader(args('', { id: kept?.id ?? '' }, 'production')),
      listLoader(args('/dev/outbox', {}, 'production')),
      messageLoader(args('', { id: 'x' })),
      htmlLoader(args('', { id: '00000000-0000-7000-8000-000000000000' })),
    ];
    for (const answer of missing) await expect(answer).rejects.toMatchObject({ status: 404 });
  });
});
