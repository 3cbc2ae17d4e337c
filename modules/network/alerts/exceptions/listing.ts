import { z } from 'zod';
import { getCompany } from '#modules/enterprise/index.ts';
import {
  column,
  localTime,
  openForPeople,
  operation,
  pageSizes,
  pageWithin,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { rowName } from '../../connections/grid.ts';
import { networkLimits } from '../../limits.ts';
import { ownedBy } from '../../owner.ts';
import { Refusal } from '../../refusals.ts';
import { alertReader } from '../access.ts';
import { addDays } from '../range.ts';
import { reasonAad } from './reading.ts';

/** How many people are offered. */
const OFFERED = 200;

const [, PAGE = 20] = pageSizes;

const exceptions = statement({
  name: 'network.list-exceptions',
  row: {
    id: column.uuid,
    account_id: column.uuid,
    firstname: column.text,
    lastname: column.text,
    businessname: column.text,
    reason_sealed: column.text,
    made_by: column.text,
    made_at: column.instant,
    last_date: column.date,
    holds: column.boolean,
    ended_at: column.instant.nullable(),
  },
  sql: (companyId: string, now: Date, offset: number) => sql`
    select e.id, e.account_id, ${rowName.firstname} as firstname, ${rowName.lastname} as lastname, a.businessname,
      e.reason_sealed, trim(maker.firstname || ' ' || maker.lastname) as made_by, e.made_at, e.last_date,
      (e.ended_at is null and e.ends_at > ${now}::timestamptz) as holds,
      case when e.ends_at <= ${now}::timestamptz then e.ends_at else e.ended_at end as ended_at
    from compliance_exception e join connection c on c.id = e.connection_id join account a on a.id = e.account_id
      join account maker on maker.id = e.made_by_account_id
      left join company sharing on sharing.id = c.sharing_company_id
    where e.company_id = ${companyId}
    order by holds desc, e.made_at desc, e.id desc offset ${offset} limit ${PAGE}`,
});

const people = statement({
  name: 'network.list-people-for-exceptions',
  row: { id: column.uuid, firstname: column.text, lastname: column.text, businessname: column.text },
  sql: (companyId: string, chosen: string | null) => sql`
    select c.id, ${rowName.firstname} as firstname, ${rowName.lastname} as lastname, a.businessname
    from connection c join account a on a.id = c.account_id
      left join company sharing on sharing.id = c.sharing_company_id
    where ${ownedBy({ companyId })} and c.connection_type = 'INDIVIDUAL' and c.removed_at is null and c.compliance is not null
      and (c.compliance in ('SCORE', 'EXPIRED', 'HIDDEN') or c.id = ${chosen}::uuid)
    order by c.id = ${chosen}::uuid desc, c.sort_name, c.id limit ${OFFERED}`,
});

/** For the tab that leads to them. */
export const countExceptions = operation({
  name: 'network.count-exceptions',
  summary: 'How many exceptions from the compliance rule hold in the caller’s company.',
  access: alertReader('admin'),
  kind: 'read',
  input: z.object({}),
  output: z.object({ holding: z.number().int() }),
  async run({ db, caller, now }) {
    const { holding } = await db
      .selectFrom('compliance_exception')
      .select(({ fn }) => fn.countAll<number>().as('holding'))
      .where('company_id', '=', caller.companyId)
      .where('ended_at', 'is', null)
      .where('ends_at', '>', now)
      .executeTakeFirstOrThrow();
    return { holding };
  },
});

/** The exceptions of the caller's company with their reasons, and the people who can get one. */
export const listExceptions = operation({
  name: 'network.list-exceptions',
  summary: 'The exceptions from the compliance rule of the caller’s company.',
  access: alertReader('admin'),
  kind: 'read',
  input: z.object({
    /** Offered as well, although they are in compliance. */
    person: z.uuid().optional(),
    page: z.number().int().min(1).max(100_000).default(1),
  }),
  output: z.object({
    /** Those that hold first, the newest of them first. */
    exceptions: z.array(
      z.object({
        id: z.uuid(),
        firstname: z.string(),
        lastname: z.string(),
        businessname: z.string(),
        /** Null once the person has been erased. */
        reason: z.string().nullable(),
        made_by: z.string(),
        made_at: z.date(),
        last_date: z.iso.date(),
        holds: z.boolean(),
        ended_at: z.date().nullable(),
      }),
    ),
    total: z.number().int(),
    page: z.number().int(),
    rows_a_page: z.number().int(),
    people: z.array(
      z.object({
        id: z.uuid(),
        firstname: z.string(),
        lastname: z.string(),
        businessname: z.string(),
      }),
    ),
    /** The last day that may be chosen. */
    latest: z.iso.date(),
  }),
  async run(work, { person, page: asked }) {
    const { companyId } = work.caller;
    const total = await countAll(work, companyId);
    const page = pageWithin(asked, PAGE, total);
    const offered = await work.rows(people(companyId, person ?? null));
    if (person && !offered.some(({ id }) => id === person)) throw new Refusal('not-found');
    const rows = await work.rows(exceptions(companyId, work.now, (page - 1) * PAGE));
    const reasons = await openForPeople(
      work.db,
      work.portal.keys,
      rows.map(({ id, account_id, reason_sealed }) => ({
        id,
        personId: account_id,
        sealed: reason_sealed,
        aad: reasonAad(id),
      })),
    );
    const { time_zone: timeZone } = await getCompany(work, companyId);
    return {
      exceptions: rows.map(({ reason_sealed: _sealed, account_id: _about, made_by, ...row }) => ({
        ...row,
        made_by: made_by || 'A former member',
        reason: reasons.get(row.id) ?? null,
      })),
      total,
      page,
      rows_a_page: PAGE,
      people: offered,
      latest: addDays(localTime(work.now, timeZone).slice(0, 10), networkLimits['alerts.exception-days']),
    };
  },
});

async function countAll({ db }: Pick<Work, 'db'>, companyId: string): Promise<number> {
  const { total } = await db
    .selectFrom('compliance_exception')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return total;
}
