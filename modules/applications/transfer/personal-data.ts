import { column, personalTables, sql } from '#modules/platform/index.ts';
import { openReasons, sealedReasons } from './sealed.ts';

const table = personalTables('applications');

/** What transfers of checks hold about the person of either account (D23). */
export const transferTable = table({
  table: 'check_transfer',
  title: 'Checks that our staff moved between accounts',
  of: ({ accountId }) => sql`${accountId} in (from_account_id, to_account_id)`,
  columns: {
    id: column.uuid,
    application_id: column.uuid,
    from_account_id: column.uuid,
    to_account_id: column.uuid,
    reason_sealed: column.text.nullable(),
    transferred_at: column.instant,
  },
  async present(rows, work, { accountId }) {
    // The reasons are encrypted for the account that has the check now.
    const held = await work.db
      .selectFrom('application')
      .select('id')
      .where('account_id', '=', accountId)
      .execute();
    const own = new Set(held.map(({ id }) => id));
    const sealed = rows.filter((row) => row.to_account_id === accountId && own.has(row.application_id));
    const texts = await openReasons(
      work,
      sealedReasons(sealed.map((row) => ({ ...row, holder_id: accountId }))),
    );
    return rows.map(({ id, application_id, from_account_id, transferred_at }) => ({
      application_id,
      moved: from_account_id === accountId ? 'to another account' : 'to this account',
      reason: texts.get(id) ?? null,
      transferred_at,
    }));
  },
  erase: 'nothing',
  retained: 'screening',
});
