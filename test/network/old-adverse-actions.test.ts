import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { oldAdverseActions } from '#modules/network/index.ts';
import { DAY, newId, runSweep, sql, YEAR } from '#modules/platform/index.ts';
import { newApplication, newCompany, newScoreChange } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

// The database itself refuses to delete a younger one by its own clock, so the rows lie in the past.
const portal = await testPortal();
const { accountId } = await newPersonWithoutTwoStep(portal);
const { companyId, owner } = await newCompany(portal);
const application = await newApplication(portal, accountId, 'inprogress');
const change = await newScoreChange(portal, accountId, application, 'new', 'IC03');

async function closedBefore(age: number): Promise<string> {
  const id = newId();
  const closed = new Date(Date.now() - age);
  await rowsOf(
    portal,
    sql`insert into adverse_action (id, case_number, company_id, account_id, application_id, score_change_id, place,
        wait_days, details, started_at, started_by_account_id, state, closed_at, closed_because)
      values (${id}, ${randomInt(100_000, 999_999)}, ${companyId}, ${accountId}, ${application}, ${change}, 'TX', 7,
        ${someSealed}, ${closed}, ${owner.accountId}, 'withdrawn', ${closed}, 'company')`,
  );
  return id;
}

test('an adverse action is deleted five years after it ended, unless its company is on legal hold', async () => {
  const young = await closedBefore(5 * YEAR - DAY);
  const old = await closedBefore(5 * YEAR + 4 * DAY);
  const left = async () =>
    (await portal.db.selectFrom('adverse_action').select('id').orderBy('id').execute()).map(({ id }) => id);
  const now = portal.clock.now();
  const hold = {
    id: newId(),
    company_id: companyId,
    reason_sealed: someSealed,
    set_at: now,
    set_by_operator: 'Grace',
  };
  await portal.db.insertInto('legal_hold').values(hold).execute();
  await runSweep(portal, oldAdverseActions);
  expect(await left()).toEqual([young, old].sort());
  await portal.db
    .updateTable('legal_hold')
    .set({ lifted_at: now, lifted_by_operator: 'Grace', lift_reason_sealed: someSealed })
    .execute();
  await runSweep(portal, oldAdverseActions);
  expect(await left()).toEqual([young]);
});
