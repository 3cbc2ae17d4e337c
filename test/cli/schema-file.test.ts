import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, expect, it, vi } from 'vitest';
import { dumpSchema } from '#modules/platform/index.ts';
import { emptyDatabase } from '#test/database.ts';
import { shield } from './terminal.ts';

const database = await emptyDatabase();
// Other tests read the file while this one runs.
const write = vi.spyOn(files, 'writeFile').mockResolvedValue();
syncBuiltinESMExports();
afterAll(async () => {
  write.mockRestore();
  syncBuiltinESMExports();
  await database.drop();
});

it('shield db dump-schema migrates the database and writes its schema', async () => {
  const at = { SHIELD_ENV: 'production', DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
  expect(await shield(['db', 'dump-schema'], at)).toEqual({
    code: 0,
    out: 'Wrote migrations/schema.sql.',
    err: '',
  });
  expect(write.mock.calls).toEqual([
    [expect.stringMatching(/migrations\/schema\.sql$/), await dumpSchema(database.ownerUrl)],
  ]);
});
