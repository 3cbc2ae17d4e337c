import { expect, it } from 'vitest';
import { servedPortal } from '#test/factories/served-portal.ts';
import { type Asked, ask } from './ask.ts';

const { origin } = await servedPortal();
const { host, port } = new URL(origin);

const branding = (at: string, asked: Asked = {}) =>
  ask(Number(port), '/hub/api/general/branding', { ...asked, headers: { host: at } });

it('tells on any host which brand is the default and where it lives (doc1 §4), and changes nothing', async () => {
  const stranger = await branding('evil.example');
  expect(stranger.status).toBe(200);
  expect(JSON.parse(stranger.body)).toMatchObject({
    success: true,
    branding: { id: null },
    defaultbranding: { company_url: origin },
  });
  expect(stranger.body).not.toContain('evil.example');
  expect(JSON.parse((await branding(host)).body).defaultbranding).toBeUndefined();
  expect((await branding('evil.example', { method: 'POST', body: '{}' })).status).toBe(421);
});
