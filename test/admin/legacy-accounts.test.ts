import { expect, test } from 'vitest';
import { listLegacyAccounts } from '#modules/admin/index.ts';
import { sql } from '#modules/platform/index.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

const portal = await testPortal();

test('the first thousand former accounts that nobody has linked are listed by number, and that there are more', async () => {
  const { visitor } = await newStaff(portal);
  const { accountId } = await newPersonWithoutTwoStep(portal);
  // Written backward, so that the order of the list is not that of writing.
  const add = (first: number, last: number) =>
    rowsOf(
      portal,
      sql`insert into archived_shield_id (number, ssn_hmac, dateofbirth, archived_at)
        select 'TX' || lpad(number::text, 9, '0'), 'hmac', '1980-01-01', now()
        from generate_series(${last}::int, ${first}::int, -1) number`,
    );
  await add(1, 1001);
  const linked = await rowsOf(
    portal,
    sql`with issued as (
        insert into shield_id (number, account_id, issued_at) values ('TX000000002', ${accountId}, now())
      ) update archived_shield_id set linked_account_id = ${accountId}, linked_at = now()
      where number = 'TX000000002' returning number`,
  );
  expect(linked).toHaveLength(1);
  const full = await visitor.perform(listLegacyAccounts, {});
  expect(full.accountlist).toHaveLength(1000);
  expect(full.more).toBe(false);
  expect(full.accountlist.slice(0, 2)).toEqual([
    { craaccountid: 'TX000000001', doingbusinessasname: null },
    { craaccountid: 'TX000000003', doingbusinessasname: null },
  ]);
  await add(1002, 1002);
  const over = await visitor.perform(listLegacyAccounts, {});
  expect(over.accountlist).toEqual(full.accountlist);
  expect(over.more).toBe(true);
});
