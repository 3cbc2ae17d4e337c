import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAccounts, demoPassword } from '#cli/demo/index.ts';
import { allConnections } from '#modules/network/index.ts';
import { createLog, readConfig, runSweep, sql } from '#modules/platform/index.ts';
import { startPortal } from '#modules/portal.ts';
import { expect, fill, press, test } from '../browser/fixtures.ts';

const statuses = [
  'APPSTARTED',
  'CHECKINPROGRESS',
  'CURRENT',
  'DISABLED',
  'EXPIRED',
  'INRENEWALWINDOW',
  'INVITE',
  'INVITEBOUNCE',
  'INVITEIGNORE',
  'INVITEINRENEWALWINDOW',
  'PENDINGINVITEACCEPT',
  'SCOREPENDING',
];

test('the demo data shows every status, and a sweep right after it changes no row', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shieldhub-demo-'));
  const databaseUrl = process.env.APP_DATABASE_URL ?? '';
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_FOLDER: folder });
  const log = createLog({ level: 'error' });
  const portal = await startPortal({ config, log, databaseUrl, applicationName: 'demo test' });
  try {
    const { rows } = await sql<{ status: string; count: number }>`
      select status, count(*) as count from connection
      join company on company.id = connection.owner_company_id
      where company.company_name = 'Acme Builders' and connection.invited_at < now() - interval '1 day'
      group by status order by status`.execute(portal.db);
    expect(rows.map((row) => row.status)).toEqual(statuses);
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(120);
    expect(await runSweep(portal, allConnections)).toMatchObject({ changed: 0 });
  } finally {
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('every demo account signs in with the one password', async ({ page, script }) => {
  for (const { emailaddress } of demoAccounts) {
    await page.context().clearCookies();
    await page.goto('/login');
    await fill(page, { Email: emailaddress, Password: demoPassword });
    await press(page, 'Log in');
    const home = emailaddress.startsWith('admin@') ? /\/verify/ : /\/user$/;
    await expect(page).toHaveURL(new RegExp(`${home.source}|/handoff/`));
    // Who belongs to a host of its own crosses to it by a press where no script does.
    if (!script && page.url().includes('/handoff/')) await press(page, 'Continue');
    await expect(page).toHaveURL(home);
  }
});
