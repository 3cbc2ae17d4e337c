import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DAY, newId } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';
import { testSecrets } from '#test/secrets.ts';
import { shield } from './terminal.ts';

const portal = await testPortal();
writeFileSync(join(portal.config.dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });
const run = (...words: string[]) =>
  shield(['retention', 'run', ...words], {
    DATABASE_URL: portal.databaseUrl,
    DATA_FOLDER: portal.config.dataFolder,
    SHIELD_OPERATOR: 'Grace Okafor',
  });

it('shield retention run counts, asks before it deletes, and is in the audit log with the operator', async () => {
  await portal.db
    .insertInto('outbox_message')
    .values({
      id: newId(),
      channel: 'sms',
      recipient: '+15125550100',
      body_text: 'Hello',
      created_at: new Date(portal.clock.now().getTime() - 200 * DAY),
    })
    .execute();
  const outbox = ({ out }: { out: string }) =>
    JSON.parse(out).kinds.find(({ name }: { name: string }) => name === 'platform.outbox');
  expect(outbox(await run('--dry-run', '--json'))).toEqual({ name: 'platform.outbox', rows: 1, held: 0 });
  expect((await run('--dry-run')).out).toMatch(/^platform\.outbox +1 +0$/m);
  expect(await run()).toMatchObject({ code: 64, err: expect.stringContaining('--yes') });
  expect(await run('--hours')).toMatchObject({ code: 64 });
  expect(outbox(await run('--yes', '--json'))).toMatchObject({ rows: 1 });
  expect(outbox(await run('--dry-run', '--json'))).toMatchObject({ rows: 0 });
  const { rows } = await portal.pool.query(
    `select operator from audit_entry where action = 'admin.retention-run'`,
  );
  expect(rows).toEqual([{ operator: 'Grace Okafor' }]);
});
