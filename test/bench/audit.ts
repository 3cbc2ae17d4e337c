import pg from 'pg';
import { entriesBetween } from '#modules/admin/audit-log/grid.ts';
import { entriesThatFit } from '#modules/admin/audit-log/ways.ts';
import { auditGrid, listAuditLog } from '#modules/admin/index.ts';
import type { Query } from '#modules/platform/database/statement.ts';
import { auditActions, DAY, newId, type Portal, sql, type Work } from '#modules/platform/index.ts';
import { Visitor } from '#test/visitor.ts';
import { type Measured, median } from './figures.ts';
import { openSession } from './sessions.ts';

const rounds = 15;

/** Each entry of a session follows the one before; a session has this many. */
const IN_SESSION = 20;

/**
 * Fills the audit log of a copy of the data: everybody acts, a hundredth of it is done by one member of staff, a tenth of
 * that in somebody's session. Some actions are common and most are rare.
 */
export async function fillAudit(ownerUrl: string, entries: number): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const started = performance.now();
  try {
    const { rows } = await owner.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'audit_entry' and indexname <> 'audit_entry_pkey'`,
    );
    for (const { name } of rows) await owner.query(`drop index ${name}`);
    const actions = auditActions().map(({ name }) => name);
    await owner.query(
      `with person as (select array_agg(id order by registered_at) as ids from account where role <> 'ADMIN'),
         staff as (select id from account where role = 'ADMIN' order by id limit 1),
         firm as (select array_agg(id order by id) as ids from company),
         drawn as (
           select i, (hashint8extended(i, 1) & 2147483647) / 2147483648.0 as one,
             (hashint8extended(i, 2) & 2147483647) / 2147483648.0 as two,
             (hashint8extended(i, 3) & 2147483647) / 2147483648.0 as three,
             (hashint8extended(i / ${IN_SESSION}, 4) & 2147483647) / 2147483648.0 as who
           from generate_series(1, $1::bigint) i)
       insert into audit_entry (id, at, operation, action, actor_id, admin_id, company_id, about_id, object_type, object_id,
         session_id, request_id, address, agent, detail)
       select uuidv7_of(i), $2::timestamptz - make_interval(secs => ($1 - i) * 3.0), 'bench.fill',
         ($3::text[])[1 + floor(cardinality($3::text[]) * power(one, 4))::int],
         case when who < 0.01 then staff.id else person.ids[1 + floor(cardinality(person.ids) * who)::int] end,
         case when who between 0.01 and 0.011 then staff.id end,
         case when two < 0.3 then firm.ids[1 + floor(cardinality(firm.ids) * power(three, 3))::int] end,
         case when two > 0.2 then person.ids[1 + floor(cardinality(person.ids) * power(three, 2))::int] end,
         case when two < 0.1 then 'company' when two > 0.7 then 'application' end,
         case when two < 0.1 then firm.ids[1 + floor(cardinality(firm.ids) * three)::int]::text
           when two > 0.7 then uuidv7_of(i)::text end,
         uuidv7_of(i / ${IN_SESSION}), 'bench', '198.51.100.1', 'bench', case when two <= 0.2 then '{"to": "done"}'::jsonb end
       from drawn, person, staff, firm`.replaceAll(/uuidv7_of\(([^()]+)\)/g, (_all, number: string) =>
        uuidOf(number),
      ),
      [entries, new Date(), actions],
    );
    for (const { definition } of rows) await owner.query(definition);
    await owner.query('vacuum analyze audit_entry');
    return (performance.now() - started) / 1000;
  } finally {
    await owner.end();
  }
}

/** A UUID of version 7 made from a number, as an SQL expression. */
const uuidOf = (number: string) =>
  `(lpad(to_hex(1700000000000 + (${number})), 12, '0') || '70be8' || lpad(to_hex((${number})), 15, '0'))::uuid`;

interface Asked {
  name: string;
  filter: object;
  /** The index by which its entries are found; several if it has several ways. */
  indexes: readonly string[];
}

/** The audit log of staff, first and later pages, by each filter. */
export async function measureAudit(portal: Portal, entries: number): Promise<Measured[]> {
  const visitor = new Visitor(portal);
  const [name = '', token = ''] = (await openSession(portal, await staffOf(portal))).split('=');
  visitor.cookies.set(name, token);
  const measured: Measured[] = [];
  const size = `${(entries / 1_000_000).toLocaleString('en-US')} million`;
  for (const wanted of await filters(portal)) {
    const { name, filter } = wanted;
    const asked = auditGrid.input.parse(filter);
    await requireIndexes(portal, wanted);
    const first: number[] = [];
    const later: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      const page = await visitor.perform(listAuditLog, asked);
      first.push(performance.now() - started);
      if (page.cursors.next === null) continue;
      const again = performance.now();
      await visitor.perform(listAuditLog, { ...asked, after: page.cursors.next });
      later.push(performance.now() - again);
    }
    const goal = { atMost: 12 };
    measured.push({ name: `audit log of ${size}, ${name}`, unit: 'ms', seen: median(first), goal });
    if (later.length > 0)
      measured.push({
        name: `audit log of ${size}, ${name}, after a place`,
        unit: 'ms',
        seen: median(later),
        goal,
      });
  }
  return measured;
}

async function staffOf({ pool }: Portal): Promise<string> {
  const { rows } = await pool.query<{ emailaddress: string }>(
    `select emailaddress from account where role = 'ADMIN' order by id limit 1`,
  );
  return rows[0]?.emailaddress ?? '';
}

async function filters({ pool }: Portal): Promise<Asked[]> {
  const { rows } = await pool.query<Record<'person' | 'staff' | 'company' | 'session' | 'rare', string>>(
    `select (select about_id from audit_entry where about_id is not null order by at desc limit 1) as person,
      (select id from account where role = 'ADMIN' order by id limit 1) as staff,
      (select company_id from audit_entry where company_id is not null order by at desc limit 1) as company,
      (select session_id from audit_entry order by at desc limit 1) as session,
      (select action from audit_entry tablesample system (1) group by action order by count(*) limit 1) as rare`,
  );
  const known = rows[0];
  if (!known) throw new Error('The audit log is empty');
  const { person, staff, company, session, rare } = known;
  const about = ['audit_entry_about_id_idx', 'audit_entry_actor_idx'];
  return [
    { name: 'everything', filter: {}, indexes: ['audit_entry_at_idx'] },
    { name: 'a person', filter: { person }, indexes: about },
    { name: 'staff', filter: { staff }, indexes: ['audit_entry_actor_idx', 'audit_entry_admin_idx'] },
    {
      name: 'a company',
      filter: { company },
      indexes: ['audit_entry_company_idx', 'audit_entry_object_idx'],
    },
    { name: 'a session', filter: { session }, indexes: ['audit_entry_session_id_idx'] },
    { name: 'a rare action', filter: { action: rare }, indexes: ['audit_entry_action_idx'] },
    { name: 'a kind', filter: { kind: 'money' }, indexes: ['audit_entry_action_idx'] },
    {
      name: 'a kind and staff',
      filter: { kind: 'settings', staff },
      indexes: ['audit_entry_actor_idx', 'audit_entry_admin_idx'],
    },
    { name: 'a rare action and staff', filter: { action: rare, staff }, indexes: [] },
    {
      name: 'a kind and a company',
      filter: { kind: 'settings', company },
      indexes: ['audit_entry_company_idx'],
    },
    {
      name: 'a month',
      filter: { until: new Date(Date.now() - 100 * DAY).toISOString().slice(0, 10) },
      indexes: ['audit_entry_at_idx'],
    },
    { name: "search 'smith'", filter: { q: 'smith' }, indexes: about },
    { name: "search 'invitation'", filter: { q: 'invitation' }, indexes: ['audit_entry_action_idx'] },
    { name: 'search by an id', filter: { q: session }, indexes: ['audit_entry_session_id_idx'] },
    { name: 'search by an unknown id', filter: { q: newId() }, indexes: ['audit_entry_object_idx'] },
  ];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Plan[];
}

/** @throws Error if a statement reads the whole log, or an index is not used */
async function requireIndexes(
  { readingDb: db, clock }: Portal,
  { name, filter, indexes }: Asked,
): Promise<void> {
  const sent: Query<unknown>[] = [];
  const reading: Pick<Work, 'rows' | 'row' | 'now'> = {
    now: clock.now(),
    async rows(query) {
      sent.push(query);
      return (await query.execute(db)).rows;
    },
    async row(query) {
      return (await reading.rows(query))[0];
    },
  };
  const asked = auditGrid.input.parse(filter);
  const until = asked.until ? new Date(`${asked.until}T00:00:00Z`) : null;
  const table = await entriesThatFit(reading, asked);
  sent.length = 0;
  await auditGrid.read(reading, asked, { where: entriesBetween(null, until), table }, undefined);
  const nodes: Plan[] = [];
  for (const query of sent) {
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (format json) ${query}`.execute(
      db,
    );
    nodes.push(...rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => withParts(Plan)));
  }
  const used = new Set(nodes.map((node) => node['Index Name']));
  const unused = indexes.filter((index) => !used.has(index));
  const whole = nodes.some(
    (node) => node['Node Type'].endsWith('Seq Scan') && node['Relation Name'] === 'audit_entry',
  );
  if (whole || unused.length > 0)
    throw new Error(`${name}: ${whole ? 'reads the whole log' : `does not use ${unused.join(' and ')}`}`);
}

const withParts = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(withParts)];
