import { z } from 'zod';
import { anyOf, column, sql, statement, type Work } from '#modules/platform/index.ts';

/**
 * The ids that payloads of jobs carry about somebody: their own, and those of their rows, because most jobs are about a
 * code, an order or a purchase.
 */

/** Tables with a person's id whose rows jobs are about. */
const ofPerson = [
  'verification_code',
  'application',
  'purchase',
  'refund',
  'connection',
  'dispute',
  'privacy_request',
  'id_verification',
  'score_change',
  'shield_score',
  'monitored_profile',
  'monitoring_update',
  'monitoring_consent',
  'expiration_change',
  'security_change',
  'known_browser',
  'sent_mail',
  'staff_session',
  'adverse_action',
  'alert_mail',
  'text_consent',
  'support_request',
] as const;

/** Tables whose rows belong to an application or a purchase of the person. */
const ofTheirs = [
  { table: 'cra_order', column: 'application_id', owner: 'application' },
  { table: 'manual_package', column: 'application_id', owner: 'application' },
  { table: 'payment_attempt', column: 'purchase_id', owner: 'purchase' },
] as const;

const idsOfPerson = statement({
  name: 'admin.ids-of-person',
  row: { id: column.uuid },
  sql: (accountId: string) =>
    sql.join(
      [
        ...ofPerson.map((table) => sql`select id from ${sql.table(table)} where account_id = ${accountId}`),
        ...ofTheirs.map(
          ({ table, column: refers, owner }) => sql`
            select t.id from ${sql.table(table)} t
            join ${sql.table(owner)} o on o.id = ${sql.ref(`t.${refers}`)} where o.account_id = ${accountId}`,
        ),
      ],
      sql` union all `,
    ),
});

/** @param id of a person; of anything else, whose rows are not looked for */
export async function idsAbout(work: Pick<Work, 'rows'>, id: string): Promise<string[]> {
  return [id, ...(await work.rows(idsOfPerson(id))).map((row) => row.id)];
}

const peopleOfIds = statement({
  name: 'admin.people-of-ids',
  row: { given: column.uuid, userid: column.uuid, name: column.text },
  sql: (ids: readonly string[]) => {
    const given = anyOf(ids);
    const found = sql.join(
      [
        sql`select id as given, id as account_id from account where id = ${given}`,
        ...ofPerson.map(
          (table) => sql`
            select id, account_id from ${sql.table(table)} where id = ${given} and account_id is not null`,
        ),
        ...ofTheirs.map(
          ({ table, column: refers, owner }) => sql`
            select t.id, o.account_id from ${sql.table(table)} t
            join ${sql.table(owner)} o on o.id = ${sql.ref(`t.${refers}`)}
            where t.id = ${given} and o.account_id is not null`,
        ),
      ],
      sql` union `,
    );
    return sql`
      select found.given, account.id as userid,
        case when erased_at is null then firstname || ' ' || lastname else 'Deleted person' end as name
      from (${found}) found join account on account.id = found.account_id`;
  },
  examples: [[['00000000-0000-4000-8000-000000000000']]],
});

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const idsIn = ({ payload }: { payload: unknown }) => JSON.stringify(payload).match(uuids) ?? [];

export const personOfJob = z.object({ userid: z.uuid(), name: z.string() });

/** The people whose jobs they are, by the ids of the jobs. A job about nobody or about several has none. */
export async function peopleOfJobs(
  work: Pick<Work, 'rows'>,
  jobs: readonly { id: string; payload: unknown }[],
): Promise<Map<string, z.output<typeof personOfJob>>> {
  const ids = [...new Set(jobs.flatMap(idsIn))];
  const people = ids.length === 0 ? [] : await work.rows(peopleOfIds(ids));
  return new Map(
    jobs.flatMap((job) => {
      const named = new Set<string>(idsIn(job));
      const [one, ...others] = people.filter(({ given }) => named.has(given));
      if (!one || others.some(({ userid }) => userid !== one.userid)) return [];
      return [[job.id, { userid: one.userid, name: one.name }]];
    }),
  );
}
