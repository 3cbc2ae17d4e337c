import { z } from 'zod';
import {
  auditActions,
  column,
  dateFilter,
  defineGrid,
  describeAudit,
  formatDateTime,
  gridColumn,
  pickFilter,
  type RawBuilder,
  searchFilter,
  segmentFilter,
  sql,
} from '#modules/platform/index.ts';
import { type AuditKind, auditKinds } from './kinds.ts';

/**
 * The audit log: who did what to whom, when, from where and in which session (D75). Its filters are applied by
 * `entriesThatFit`, so that each is read from an index of its own.
 */

const all = () => sql<boolean>`true`;
const anyId = (name: 'person' | 'staff' | 'company' | 'session', label: string, any: string) =>
  pickFilter({ name, label, any, schema: z.uuid(), where: all });

/**
 * The name of an account by its id. Looked up instead of joined: planning a join of all that a row shows takes longer than
 * reading a page of rows.
 */
const nameOf = (id: string) =>
  sql`(select firstname || ' ' || lastname from account where account.id = ${sql.ref(id)})`;

const actionName = z
  .string()
  .refine(
    (name) => auditActions().some((action) => action.name === name),
    'Expected the name of an action, such as purchasing.refund-requested',
  );

const columns = {
  id: gridColumn(column.uuid, 'a.id'),
  at: gridColumn(column.instant, 'a.at', {
    sort: { name: 'when', by: 'a.at', type: 'timestamptz' },
    csv: { head: 'When', cell: (at: Date, timeZone: string) => formatDateTime(at, timeZone) },
  }),
  actor_id: gridColumn(column.uuid.nullable(), 'a.actor_id'),
  /** Name of the person who did it, of a company’s key, or of who ran the command; null for visitors and for the portal itself. */
  actor: gridColumn(
    column.text.nullable(),
    sql`coalesce(${nameOf('a.actor_id')},
      (select 'API key “' || name || '”' from api_key where api_key.id = a.key_id), a.operator)`,
    { csv: { head: 'Who' } },
  ),
  /** Whether it was a command of the terminal. */
  by_terminal: gridColumn(column.boolean, sql`a.operator is not null`),
  actor_is_staff: gridColumn(
    column.boolean,
    sql`coalesce((select role = 'ADMIN' from account where account.id = a.actor_id), false)`,
  ),
  /** The admin who acted as that person (D16). */
  admin_id: gridColumn(column.uuid.nullable(), 'a.admin_id'),
  admin: gridColumn(column.text.nullable(), nameOf('a.admin_id'), {
    csv: { head: 'Staff in their session' },
  }),
  action: gridColumn(column.text, 'a.action', {
    csv: { head: 'What', cell: (action: string) => describeAudit(action) },
  }),
  operation: gridColumn(column.text, 'a.operation'),
  about_id: gridColumn(column.uuid.nullable(), 'a.about_id'),
  about: gridColumn(column.text.nullable(), nameOf('a.about_id'), { csv: { head: 'About' } }),
  about_erased: gridColumn(
    column.boolean,
    sql`coalesce((select erased_at is not null from account where account.id = a.about_id), false)`,
  ),
  about_shieldid: gridColumn(
    column.text.nullable(),
    sql`(select certification_number from session_facts where account_id = a.about_id)`,
    { csv: { head: 'ShieldID' } },
  ),
  company_id: gridColumn(column.uuid.nullable(), 'company.id'),
  company: gridColumn(column.text.nullable(), 'company.company_name', { csv: { head: 'Company' } }),
  /** The account whose record has the company's page. */
  company_owner_id: gridColumn(column.uuid.nullable(), 'owner.account_id'),
  object_type: gridColumn(column.text.nullable(), 'a.object_type', { csv: { head: 'Object' } }),
  object_id: gridColumn(column.text.nullable(), 'a.object_id', { csv: { head: 'Object ID' } }),
  session_id: gridColumn(column.uuid.nullable(), 'a.session_id', { csv: { head: 'Session' } }),
  request_id: gridColumn(column.text.nullable(), 'a.request_id', { csv: { head: 'Request' } }),
  address: gridColumn(column.text.nullable(), 'a.address', { csv: { head: 'Address' } }),
  agent: gridColumn(column.text.nullable(), 'a.agent', { csv: { head: 'Browser' } }),
};

export const auditGrid = defineGrid({
  name: 'audit-log',
  table: sql`audit_entry a`,
  id: 'a.id',
  joins: sql`
    left join company on company.id = case when a.object_type = 'company' then a.object_id::uuid else a.company_id end
    left join team_member owner on owner.company_id = company.id and owner.role = 'owner'`,
  columns,
  filters: [
    searchFilter({ name: 'q', label: 'Action, name or ID', where: all }),
    anyId('staff', 'Staff', 'Any staff'),
    pickFilter({ name: 'action', label: 'Action', any: 'Any action', schema: actionName, where: all }),
    dateFilter({ name: 'since', label: 'From' }),
    dateFilter({ name: 'until', label: 'To' }),
    anyId('person', 'Person', 'Anyone'),
    anyId('company', 'Company', 'Any company'),
    anyId('session', 'Session', 'Any session'),
    segmentFilter({
      name: 'kind',
      label: 'Kind',
      choices: [
        { value: 'all', label: 'All' },
        ...(Object.keys(auditKinds) as AuditKind[]).map((value) => ({
          value,
          label: auditKinds[value].label,
        })),
      ],
      where: all,
    }),
  ],
  order: ['when', 'desc'],
  rows: 50,
  // Beyond these, pages follow each other by their place: counting entries of several ways reads their rows.
  counted: { all: 1_000 },
});

/** From the beginning of `since` to the end of `until`. */
export function entriesBetween(from: Date | null, to: Date | null): RawBuilder<boolean> {
  const parts = [...(from ? [sql`a.at >= ${from}`] : []), ...(to ? [sql`a.at < ${to}`] : []), sql`true`];
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}
