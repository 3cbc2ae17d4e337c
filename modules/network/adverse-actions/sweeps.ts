import { anyOf, DAY, rowOwners, type Sweep, sql } from '#modules/platform/index.ts';
import { LAPSES_AFTER, PROOF_KEPT_YEARS } from '../limits.ts';
import { lockAction } from './actions.ts';
import { closeAction } from './deciding.ts';

/** What ends adverse actions by itself, and what deletes them after they were kept (D133). */

/** Those on which nobody decided in time, and those of companies that were turned off. */
export const dueAdverseActions: Sweep = {
  name: 'network.due-adverse-actions',
  size: 100,
  async keys({ db, now }, after, size) {
    const due = db
      .selectFrom('adverse_action as action')
      .innerJoin('company', 'company.id', 'action.company_id')
      .select('action.id')
      .where('action.closed_at', 'is', null)
      .where((row) =>
        row.or([
          row('company.enterprise_enabled', '=', false),
          row.and([
            row('action.state', '=', 'waiting'),
            row('action.wait_ends_at', '<=', new Date(now.getTime() - LAPSES_AFTER)),
          ]),
        ]),
      )
      .orderBy('action.id')
      .limit(size);
    const rows = await (after === null ? due : due.where('action.id', '>', after)).execute();
    return rows.map(({ id }) => id);
  },
  async run(work, ids) {
    let closed = 0;
    for (const id of ids) {
      const row = await lockAction(work, id, 'anybody');
      if (row.closed_at) continue;
      const { enterprise_enabled } = await work.db
        .selectFrom('company')
        .select('enterprise_enabled')
        .where('id', '=', row.company_id)
        .executeTakeFirstOrThrow();
      const lapsed =
        row.state === 'waiting' &&
        row.wait_ends_at !== null &&
        row.wait_ends_at !== undefined &&
        row.wait_ends_at.getTime() + LAPSES_AFTER <= work.now.getTime();
      if (enterprise_enabled && !lapsed) continue;
      await closeAction(work, row, enterprise_enabled ? 'lapsed' : 'company-ended');
      closed += 1;
    }
    return closed;
  },
};

/** Closed actions whose proof is no longer kept. */
export const oldAdverseActions: Sweep = {
  name: 'network.old-adverse-actions',
  owners: rowOwners({
    name: 'network.old-adverse-actions',
    table: 'adverse_action',
    key: 'id',
    people: sql`t.account_id`,
    companies: sql`t.company_id`,
  }),
  size: 100,
  async keys({ db, now }, after, size) {
    // A day later, since the database counts the years by its own clock.
    const old = db
      .selectFrom('adverse_action')
      .select('id')
      .where(
        'closed_at',
        '<',
        sql<Date>`${new Date(now.getTime() - DAY)}::timestamptz - make_interval(years => ${PROOF_KEPT_YEARS}::int)`,
      )
      .orderBy('id')
      .limit(size);
    const rows = await (after === null ? old : old.where('id', '>', after)).execute();
    return rows.map(({ id }) => id);
  },
  async run({ db }, ids) {
    for (const table of ['adverse_evidence', 'adverse_notice', 'adverse_pause'] as const) {
      await db.deleteFrom(table).where('adverse_action_id', '=', anyOf(ids)).execute();
    }
    await db.deleteFrom('adverse_action').where('id', '=', anyOf(ids)).execute();
    return ids.length;
  },
};
