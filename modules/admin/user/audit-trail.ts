import { z } from 'zod';
import {
  type AuditFilter,
  auditColumns,
  auditDetail,
  auditEntries,
  auditPage,
  column,
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

/** The entries with the names of the people who caused them. */
export const auditLines = statement({
  name: 'admin.list-audit',
  row: { ...auditColumns, actor: column.text.nullable(), admin: column.text.nullable() },
  sql: (filter: AuditFilter) => sql`
    select entry.*, coalesce(actor.firstname || ' ' || actor.lastname,
        'API key “' || api_key.name || '” of ' || company.company_name,
        entry.operator || ' at the terminal') as actor,
      admin.firstname || ' ' || admin.lastname as admin
    from (${auditEntries(filter)}) entry
    left join account actor on actor.id = entry.actor_id
    left join api_key on api_key.id = entry.key_id
    left join company on company.id = api_key.company_id
    left join account admin on admin.id = entry.admin_id
    order by entry.at desc, entry.id desc`,
});
type SealedLine = RowOfStatement<typeof auditLines>;

/** Audit entries about or by one person, newest first, one page at a time (D75). */
export const listUserAudit = operation({
  name: 'admin.list-user-audit',
  summary: 'The audit entries about one person, newest first.',
  access: staff,
  kind: 'read',
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
