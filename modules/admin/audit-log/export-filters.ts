import { alertGrid, connectionGrid, networkAudit } from '#modules/network/index.ts';
import { anyOf, column, describeAudit, sql, statement, type Work } from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { auditGrid } from './grid.ts';

/**
 * The filters of exports, as their entries tell them. An entry keeps codes and ids, never a name or the words of a search:
 * it cannot be erased with the person (D23). What they mean is looked up when it is read.
 */

const grids: Readonly<Record<string, Pick<typeof auditGrid, 'filterDetailInWords'>>> = {
  [adminAudit.auditExported.name]: auditGrid,
  [networkAudit.listExported.name]: connectionGrid,
  [networkAudit.alertsExported.name]: alertGrid,
};

const namesOf = statement({
  name: 'admin.audit-filter-names',
  row: { id: column.uuid, name: column.text },
  sql: (ids: readonly string[]) => sql`
    select id, case when erased_at is null then firstname || ' ' || lastname else 'Deleted person' end as name
    from account where id = ${anyOf(ids)}
    union all select id, company_name from company where id = ${anyOf(ids)}`,
  examples: [[[]]],
});

/** The filters that an entry of the audit log's own export names by an id. */
const byId = ['person', 'staff', 'company'];

/** The details of those entries that are exports, with the filters in words, by the ids of the entries. */
export async function filtersInWords(
  work: Pick<Work<unknown>, 'rows'>,
  entries: readonly { id: string; action: string; detail: Record<string, unknown> | null }[],
): Promise<ReadonlyMap<string, Record<string, unknown>>> {
  const exports = entries.flatMap(({ id, action, detail }) => {
    const grid = grids[action];
    return grid && detail ? [{ id, grid, detail }] : [];
  });
  const ids = exports.flatMap(({ detail }) =>
    byId.flatMap((name) => (typeof detail[name] === 'string' ? [detail[name]] : [])),
  );
  const names = new Map(
    ids.length === 0 ? [] : (await work.rows(namesOf(ids))).map(({ id, name }) => [id, name]),
  );
  return new Map(
    exports.map(({ id, grid, detail }) => [
      id,
      grid.filterDetailInWords(detail, (value) => names.get(value) ?? describeAudit(value)),
    ]),
  );
}
