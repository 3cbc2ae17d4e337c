import { afterAll, expect, it } from 'vitest';
import { cloneDatabase } from '#test/database.ts';
import { ask } from '../app/server/ask.ts';
import { newInstallation } from './installation.ts';
import { startShield } from './terminal.ts';

const site = newInstallation();
const database = await cloneDatabase();
afterAll(() => database.drop());

it('shield dev serves pages that reload, and ends when it is asked to', async () => {
  const dev = startShield(['dev'], {
    ...site.environment,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
  });
  const status = (path: string) =>
    ask(site.port, path).then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(() => status('/readyz'), { timeout: 300_000, interval: 500 }).toBe(200);
  // Built pages name no source file.
  const page = await ask(site.port, '/login', { headers: { host: `localhost:${site.port}` } });
  expect(page.status).toBe(200);
  expect(page.body).toContain('/app/routes/identity/login.tsx');
  dev.end();
  expect(await dev.ended).toBe(0);
  expect(await status('/healthz')).toBe(0);
});
