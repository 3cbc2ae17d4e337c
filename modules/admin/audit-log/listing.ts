import { z } from 'zod';
import {
  type Caller,
  column,
  MINUTE,
  operation,
  sql,
  staffOrTerminal,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { readDetails } from './details.ts';
import { auditGrid } from './grid.ts';
import { actionChoices } from './kinds.ts';
import { rangeOf } from './range.ts';
import { type AuditAsked, entriesThatFit } from './ways.ts';

/** When the same admin reads about the same person again within this time, no second entry is written. */
const STILL_READING = 15 * MINUTE;

const readSince = statement({
  name: 'admin.audit-read-since',
  row: { read: column.boolean },
  sql: (adminId: string | null, about: string | null, since: Date) => sql`
    select exists (
      select from audit_entry
      where actor_id = ${adminId} and at > ${since} and action = ${adminAudit.auditRead.name}
        and about_id is not distinct from ${about}::uuid
    ) as read`,
});

const named = z.object({ id: z.uuid(), name: z.string() });

const staffMembers = statement({
  name: 'admin.staff-members',
  row: { id: column.uuid, name: column.text },
  sql: () => sql`
    select id, firstname || ' ' || lastname as name from account where role = 'ADMIN' order by lastname, firstname, id`,
});

const personNamed = statement({
  name: 'admin.audit-person',
  row: { id: column.uuid, name: column.text },
  sql: (id: string) => sql`select id, firstname || ' ' || lastname as name from account where id = ${id}`,
});

const companyNamed = statement({
  name: 'admin.audit-company',
  row: { id: column.uuid, name: column.text, owner_id: column.uuid.nullable() },
  sql: (id: string) => sql`
    select company.id, company_name as name, owner.account_id as owner_id from company
    left join team_member owner on owner.company_id = company.id and owner.role = 'owner'
    where company.id = ${id}`,
});

/** The first entry of a session: who, from where, since when. */
const sessionBegan = statement({
  name: 'admin.audit-session',
  row: {
    id: column.uuid,
    began_at: column.instant,
    name: column.text.nullable(),
    address: column.text.nullable(),
    agent: column.text.nullable(),
  },
  sql: (id: string) => sql`
    select entry.session_id as id, entry.at as began_at, entry.address, entry.agent,
      account.firstname || ' ' || account.lastname as name
    from audit_entry entry left join account on account.id = entry.actor_id
    where entry.session_id = ${id} order by entry.at, entry.id limit 1`,
});

const auditLogEntry = auditGrid.row.extend({
  /** Also null if the person that the entry is about has been erased. */
  detail: z.record(z.string(), z.unknown()).nullable(),
});

/** The audit log, newest first. Reading it is recorded too. */
export const listAuditLog = operation({
  name: 'admin.list-audit-log',
  summary: 'The audit log, newest first, filtered by person, staff, company, action, time and session.',
  access: staffOrTerminal,
  kind: 'write',
  input: auditGrid.input,
  output: auditGrid.output.omit({ rows: true }).extend({
    entries: z.array(auditLogEntry),
    time_zone: z.string(),
    /** What the filters may be set to, and what they are set to. */
    staff: z.array(named),
    actions: z.array(z.object({ value: z.string(), label: z.string(), group: z.string() })),
    person: named.nullable(),
    company: named.extend({ owner_id: z.uuid().nullable() }).nullable(),
    session: z
      .object({
        id: z.uuid(),
        began_at: z.date(),
        name: z.string().nullable(),
        address: z.string().nullable(),
        agent: z.string().nullable(),
      })
      .nullable(),
  }),
  async run(work, asked) {
    const { where, timeZone } = await rangeOf(work, asked);
    const table = await entriesThatFit(work, asked);
    const { rows, ...page } = await auditGrid.read(work, asked, { where, table }, undefined);
    const details = await readDetails(
      work,
      rows.map(({ id }) => id),
    );
    await writeReading(work, asked);
    const { person, company, session } = asked;
    return {
      ...page,
      entries: rows.map((row) => ({ ...row, detail: details.get(row.id) ?? null })),
      time_zone: timeZone,
      staff: await work.rows(staffMembers()),
      actions: actionChoices(),
      person: person ? ((await work.row(personNamed(person))) ?? null) : null,
      company: company ? ((await work.row(companyNamed(company))) ?? null) : null,
      session: session ? ((await work.row(sessionBegan(session))) ?? null) : null,
    };
  },
});

async function writeReading(work: Work<Caller | null>, { person }: AuditAsked): Promise<void> {
  const about = person && (await work.row(personNamed(person))) ? person : null;
  const since = new Date(work.now.getTime() - STILL_READING);
  const before = await work.row(readSince(work.caller?.accountId ?? null, about, since));
  if (before?.read) return;
  await work.audit({ action: adminAudit.auditRead, ...(about ? { about } : {}) });
}
