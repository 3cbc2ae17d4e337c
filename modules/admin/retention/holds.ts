import { z } from 'zod';
import {
  addHold,
  type Caller,
  column,
  endHold,
  inputOf,
  newId,
  operation,
  type RowOfStatement,
  sealedColumn,
  sql,
  staffOrTerminal,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { reasonFields } from '../fields.ts';
import { tellLegalHold } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { getLivingSubject } from '../user/subject.ts';

/** Legal holds: staff stop every deletion about a person or a company, with a reason that staff alone read (D140). */

const reasonAt = sealedColumn({ table: 'legal_hold', column: 'reason_sealed' });
const liftReasonAt = sealedColumn({ table: 'legal_hold', column: 'lift_reason_sealed' });

export const legalHold = z.object({
  id: z.uuid(),
  /** The person, or the owner of the company. */
  userid: z.uuid().nullable(),
  companyid: z.uuid().nullable(),
  name: z.string(),
  reason: z.string(),
  set_at: z.date(),
  set_by: z.string(),
  lifted_at: z.date().nullable(),
  lifted_by: z.string().nullable(),
  lift_reason: z.string().nullable(),
});
export type LegalHold = z.output<typeof legalHold>;

type About = { userid: string } | { companyid: string };

const named = (account: string, operator: string) =>
  sql`coalesce(${sql.ref(`${account}.firstname`)} || ' ' || ${sql.ref(`${account}.lastname`)},
    ${sql.ref(`h.${operator}`)} || ' at the terminal')`;

const MOST_HOLDS = 500;

/** Holds, open ones first: all, or those about one person or company. Their reasons are still encrypted. */
export const legalHolds = statement({
  name: 'admin.legal-holds',
  row: {
    id: column.uuid,
    userid: column.uuid.nullable(),
    companyid: column.uuid.nullable(),
    name: column.text,
    reason_sealed: column.text,
    set_at: column.instant,
    set_by: column.text,
    lifted_at: column.instant.nullable(),
    lifted_by: column.text.nullable(),
    lift_reason_sealed: column.text.nullable(),
  },
  examples: [[{}], [{ userid: newId() }], [{ companyid: newId() }]],
  sql: ({ userid, companyid }: { userid?: string; companyid?: string }) => sql`
    select h.id, coalesce(h.account_id, owner.account_id) as userid, h.company_id as companyid,
      coalesce(person.firstname || ' ' || person.lastname, company.company_name) as name,
      h.reason_sealed, h.set_at, ${named('setter', 'set_by_operator')} as set_by,
      h.lifted_at, ${named('lifter', 'lifted_by_operator')} as lifted_by, h.lift_reason_sealed
    from legal_hold h
    left join account person on person.id = h.account_id
    left join company on company.id = h.company_id
    left join team_member owner on owner.company_id = h.company_id and owner.role = 'owner'
    left join account setter on setter.id = h.set_by_account_id
    left join account lifter on lifter.id = h.lifted_by_account_id
    where ${userid ? sql`h.account_id = ${userid}` : companyid ? sql`h.company_id = ${companyid}` : sql`true`}
    order by h.lifted_at is not null, h.set_at desc, h.id
    limit ${MOST_HOLDS}`,
});

export function withHoldReasons(
  { portal: { keys } }: Pick<Work, 'portal'>,
  rows: readonly RowOfStatement<typeof legalHolds>[],
): LegalHold[] {
  return rows.map(({ reason_sealed, lift_reason_sealed, ...row }) => ({
    ...row,
    reason: keys.decrypt(reason_sealed, reasonAt(row.id)),
    lift_reason: lift_reason_sealed && keys.decrypt(lift_reason_sealed, liftReasonAt(row.id)),
  }));
}

export const listHolds = async (
  work: Pick<Work, 'rows' | 'portal'>,
  about: { userid?: string; companyid?: string } = {},
): Promise<LegalHold[]> => withHoldReasons(work, await work.rows(legalHolds(about)));

const subject = z.union([z.object({ userid: z.uuid() }), z.object({ companyid: z.uuid() })]);

/** What is known about holds on one person or company, for the page that sets or lifts one. */
export const getLegalHolds = operation({
  name: 'admin.get-legal-holds',
  summary: 'The legal holds on a person or a company, open ones first.',
  access: staffOrTerminal,
  kind: 'read',
  input: subject,
  output: z.object({ holds: z.array(legalHold) }),
  run: async (work, about) => ({ holds: await listHolds(work, about) }),
});

const reason = inputOf(reasonFields);

/** @throws Refusal not-found, person-erased, admin.hold-open if there is one already */
export const setLegalHold = operation({
  name: 'admin.set-legal-hold',
  summary: 'Stops every deletion about a person or a company, with a reason that only staff read.',
  access: staffOrTerminal,
  kind: 'write',
  input: z.union([reason.extend({ userid: z.uuid() }), reason.extend({ companyid: z.uuid() })]),
  output: z.object({ holdid: z.uuid() }),
  async run(work, asked) {
    const id = newId();
    const about = await requireAbout(work, asked);
    const added = await addHold(work, {
      id,
      ...about,
      reason_sealed: work.portal.keys.encrypt(asked.reason, reasonAt(id)),
      set_at: work.now,
      ...authorOf(work, 'set_by_account_id', 'set_by_operator'),
    });
    if (!added) throw new Refusal('admin.hold-open');
    await tell(work, id, about, 'set');
    return { holdid: id };
  },
});

/** What waited for the hold goes on with the next nightly run. @throws Refusal not-found, admin.hold-lifted */
export const liftLegalHold = operation({
  name: 'admin.lift-legal-hold',
  summary: 'Lifts a legal hold, with a reason: deletions about the person or company go on.',
  access: staffOrTerminal,
  kind: 'write',
  input: reason.extend({ holdid: z.uuid() }),
  output: z.object({}),
  async run(work, { holdid, reason: why }) {
    const found = await work.db
      .selectFrom('legal_hold')
      .select(['account_id', 'company_id', 'lifted_at'])
      .where('id', '=', holdid)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new Refusal('not-found', { detail: `legal hold ${holdid}` });
    const { lifted_at, ...about } = found;
    if (lifted_at) throw new Refusal('admin.hold-lifted');
    await endHold(work, holdid, {
      lifted_at: work.now,
      lift_reason_sealed: work.portal.keys.encrypt(why, liftReasonAt(holdid)),
      ...authorOf(work, 'lifted_by_account_id', 'lifted_by_operator'),
    });
    await tell(work, holdid, about, 'lifted');
    return {};
  },
});

type Writing = Work<Caller | null>;
interface AboutRow {
  account_id: string | null;
  company_id: string | null;
}

const authorOf = <A extends string, O extends string>({ caller, visit }: Writing, account: A, operator: O) =>
  ({
    [account]: caller?.accountId ?? null,
    [operator]: caller ? null : visit.operator,
  }) as Record<A | O, string | null>;

async function requireAbout(work: Writing, about: About): Promise<AboutRow> {
  if ('userid' in about) {
    await getLivingSubject(work, about.userid);
    return { account_id: about.userid, company_id: null };
  }
  const company = await work.db
    .selectFrom('company')
    .select('id')
    .where('id', '=', about.companyid)
    .executeTakeFirst();
  if (!company) throw new Refusal('not-found', { detail: `company ${about.companyid}` });
  return { account_id: null, company_id: company.id };
}

/**
 * The entry is not `about` the person, whose copy of their data would have it: they learn that the law requires keeping
 * some data, and not why.
 */
async function tell(
  work: Writing,
  holdId: string,
  { account_id, company_id }: AboutRow,
  change: 'set' | 'lifted',
): Promise<void> {
  await work.audit({
    action: change === 'set' ? adminAudit.legalHoldSet : adminAudit.legalHoldLifted,
    object: account_id ? { type: 'account', id: account_id } : { type: 'company', id: company_id ?? '' },
    detail: { hold: holdId },
  });
  await work.enqueue(tellLegalHold, { holdId, change });
}
