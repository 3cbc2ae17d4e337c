import { z } from 'zod';
import {
  type AuditFilter,
  anyOf,
  auditColumns,
  auditDetail,
  auditEntries,
  auditPage,
  column,
  type Fragment,
  openForPeople,
  operation,
  type RowOfStatement,
  sealedDetails,
  sql,
  staff,
  statement,
} from '#modules/platform/index.ts';
import { getSubject, userId } from './subject.ts';

export const auditLine = z.object({
  id: z.uuid(),
  dts: z.date(),
  action: z.string(),
  /** Name of the person who did it, of a company’s key, or of who ran the command; null for the portal itself (a job or a callback of a provider). */
  actor: z.string().nullable(),
  /** The admin who acted as that person (D16). */
  admin: z.string().nullable(),
  address: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditLine = z.output<typeof auditLine>;

const lineColumns = {
  ...auditColumns,
  actor: column.text.nullable(),
  admin: column.text.nullable(),
  /** Staff or the terminal did it. */
  by_staff: column.boolean,
};

/** The entries with the names of the people who caused them. */
const withNames = (entries: Fragment | ReturnType<typeof auditEntries>) => sql`
    select entry.*, (entry.admin_id is not null or entry.operator is not null
        or coalesce(actor.role = 'ADMIN' and actor.id is distinct from entry.about_id, false)) as by_staff,
 coalesce(actor.firstname || ' ' || actor.lastname,
        'API key “' || api_key.name || '” of ' || company.company_name,
        entry.operator || ' at the terminal') as actor,
      admin.firstname || ' ' || admin.lastname as admin
    from (${entries}) entry
    left join account actor on actor.id = entry.actor_id
    left join api_key on api_key.id = entry.key_id
    left join company on company.id = api_key.company_id
    left join account admin on admin.id = entry.admin_id
    order by entry.at desc, entry.id desc`;

/** The entries that match a filter, newest first. */
export const auditLines = statement({
  name: 'admin.list-audit',
  row: lineColumns,
  sql: (filter: AuditFilter) => withNames(auditEntries(filter)),
});

/** The entries with these ids, newest first. */
export const auditLinesOf = statement({
  name: 'admin.list-audit-entries',
  row: lineColumns,
  sql: (ids: readonly string[]) =>
    withNames(sql`
      select ${sql.join(Object.keys(auditColumns).map((name) => sql.ref(name)))} from audit_entry
      where id = ${anyOf(ids)}`),
});
type SealedLine = RowOfStatement<typeof auditLines>;

/** Audit entries about or by one person, newest first, one page at a time (D75). */
export const listUserAudit = operation({
  name: 'admin.list-user-audit',
  summary: 'The audit entries about one person, newest first.',
  access: staff,
  kind: 'read',
  mayLag: true,
  input: userId.extend({ before: z.string().max(60).optional() }),
  output: z.object({ entries: z.array(auditLine), next: z.string().nullable() }),
  async run(work, { userid, before }) {
    await getSubject(work, userid);
    const filter = { about: userid, before };
    const { page, next } = auditPage(await work.rows(auditLines(filter)), filter);
    const texts = await openForPeople(work.db, work.portal.keys, sealedDetails(page));
    return { entries: withDetails(page, texts), next };
  },
});

export function withDetails(
  page: readonly SealedLine[],
  texts: ReadonlyMap<string, string | null>,
): AuditLine[] {
  return page.map((line) => ({
    id: line.id,
    dts: line.at,
    action: line.action,
    actor: line.actor,
    admin: line.admin,
    address: line.address,
    detail: auditDetail(line, texts.get(line.id) ?? null),
  }));
}
