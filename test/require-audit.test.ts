import { expect, test } from 'vitest';
import { z } from 'zod';
import { operation, person, sql } from '#modules/platform/index.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

const portal = await testPortal();

test('an operation that changes rows and writes no audit entry is refused, with the table', async () => {
  const { visitor, accountId } = await newPerson(portal);
  const asUpdate = (text: string) =>
    visitor.perform(
      operation({
        name: 'identity.update-profile',
        summary: 'Runs a statement.',
        access: person,
        kind: 'write',
        input: z.object({}),
        output: z.object({ rows: z.number() }),
        run: async (work) => ({ rows: (await rowsOf(work, sql.raw(text))).length }),
      }),
      {},
    );
  await expect(asUpdate(`update account set firstname = 'A' where id = '${accountId}'`)).rejects.toThrow(
    'identity.update-profile changed account and wrote no audit entry',
  );
  // What was written earlier on the same connection does not count.
  await expect(asUpdate('select 1')).resolves.toEqual({ rows: 1 });
});
