import { deleteFiles } from '#modules/identity/index.ts';
import { anyOf, rowOwners, type Sweep, sql, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { sendBulk, sendBulkDone } from '../jobs.ts';
import { BULK_FILES_KEPT } from '../limits.ts';
import { keyOf } from './sending.ts';

/** Selects the ids of bulk invitations that a condition is true for, in their order. */
const keysOf =
  (condition: (now: Date) => ReturnType<typeof sql<boolean>>) =>
  async ({ db, now }: Pick<Work, 'db' | 'now'>, after: string | null, size: number): Promise<string[]> => {
    const next = db
      .selectFrom('bulk_invitation')
      .select('id')
      .where(condition(now))
      .orderBy('id')
      .limit(size);
    const rows = await (after === null ? next : next.where('id', '>', after)).execute();
    return rows.map((row) => row.id);
  };

/** A file is sent by its job alone: without one, as after a deletion by hand, nobody would ever go on with it. */
const isToContinue = (now: Date) =>
  sql<boolean>`(state = 'paused' and resume_at <= ${now}::timestamptz or state = 'sending'
    and not exists (select from graphile_worker.jobs job where job.key = ${keyOf('')} || bulk_invitation.id))`;

/** Continues files that reached the limit of a day before, and files whose job is gone. */
export const bulkResumes: Sweep = {
  name: 'network.bulk-resumes',
  size: 100,
  keys: keysOf(isToContinue),
  async run(work, ids) {
    const resumed = await work.db
      .updateTable('bulk_invitation')
      .set({ state: 'sending', pause_reason: null, resume_at: null })
      .where('id', '=', anyOf(ids))
      .where(isToContinue(work.now))
      .returning(['id', 'company_id'])
      .execute();
    for (const { id, company_id } of resumed) {
      await work.audit({
        action: networkAudit.bulkContinued,
        object: { type: 'bulk_invitation', id },
        detail: { company: company_id },
      });
      await work.enqueue(sendBulk, { bulkId: id }, { key: keyOf(id) });
    }
    return resumed.length;
  },
};

const isOld = (now: Date) =>
  sql<boolean>`(rows_key is not null and made_at <= ${new Date(now.getTime() - BULK_FILES_KEPT)}::timestamptz)`;

/** Deletes the rows of old files. What was not sent until then is stopped, and whoever started it is told. */
export const bulkFiles: Sweep = {
  name: 'network.bulk-files',
  owners: rowOwners({
    name: 'network.bulk-files',
    table: 'bulk_invitation',
    key: 'id',
    companies: sql`t.company_id`,
  }),
  size: 20,
  keys: keysOf(isOld),
  async run(work, ids) {
    const old = await work.db
      .selectFrom('bulk_invitation')
      .select(['id', 'company_id', 'rows_key', 'state'])
      .where('id', '=', anyOf(ids))
      .where(isOld(work.now))
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const { id, company_id, rows_key, state } of old) {
      const isOpen = state === 'sending' || state === 'paused';
      await work.db.deleteFrom('bulk_invitation_row').where('bulk_invitation_id', '=', id).execute();
      await work.db
        .updateTable('bulk_invitation')
        .set({
          rows_key: null,
          head_sealed: null,
          checked_at: null,
          check_counts: null,
          check_outcomes: null,
          ...(isOpen ? { state: 'cancelled', pause_reason: null, resume_at: null, ended_at: work.now } : {}),
        })
        .where('id', '=', id)
        .execute();
      await work.audit({
        action: networkAudit.bulkFilesDeleted,
        object: { type: 'bulk_invitation', id },
        detail: { company: company_id },
      });
      if (rows_key !== null) await work.enqueue(deleteFiles, { keys: [rows_key] });
      if (isOpen) await work.enqueue(sendBulkDone, { bulkId: id });
    }
    return old.length;
  },
};
