import {
  anyOf,
  auditColumns,
  auditDetail,
  column,
  openForPeople,
  sealedDetails,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { filtersInWords } from './export-filters.ts';

const detailsOf = statement({
  name: 'admin.audit-details',
  row: {
    id: column.uuid,
    action: column.text,
    about_id: auditColumns.about_id,
    detail: auditColumns.detail,
    detail_sealed: auditColumns.detail_sealed,
  },
  sql: (ids: readonly string[]) => sql`
    select id, action, about_id, detail, detail_sealed from audit_entry where id = ${anyOf(ids)}`,
  examples: [[[]]],
});

/**
 * The details of entries by their ids, those of exports with their filters in words. Those about a person who was erased
 * are missing (D23).
 */
export async function readDetails(
  work: Pick<Work<unknown>, 'db' | 'rows' | 'portal'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Record<string, unknown> | null>> {
  const rows = await work.rows(detailsOf(ids));
  const texts = await openForPeople(work.db, work.portal.keys, sealedDetails(rows));
  const entries = rows.map((row) => ({ ...row, detail: auditDetail(row, texts.get(row.id) ?? null) }));
  const exported = await filtersInWords(work, entries);
  return new Map(entries.map(({ id, detail }) => [id, exported.get(id) ?? detail]));
}
