import { z } from 'zod';
import { sealedReasons } from '#modules/applications/index.ts';
import { column, type RowOfStatement, sql, statement } from '#modules/platform/index.ts';

/** The checks that staff moved to or from a person's account, for the person's record. */

export const checkTransfer = z.object({
  id: z.uuid(),
  applicationid: z.uuid(),
  package_descrip: z.string(),
  cra_profilenumber: z.string().nullable(),
  /** Whether it came to this account or left it. */
  direction: z.enum(['here', 'away']),
  /** The other account. */
  userid: z.uuid(),
  name: z.string(),
  dts: z.date(),
  adminname: z.string(),
  /** Null once the person of the check has been erased. */
  reason: z.string().nullable(),
});

/** Newest first, with the reasons still encrypted. */
export const transfersOfPerson = statement({
  name: 'admin.list-check-transfers',
  row: {
    id: column.uuid,
    applicationid: column.uuid,
    package_descrip: column.text,
    cra_profilenumber: column.text.nullable(),
    direction: column.oneOf(['here', 'away'] as const),
    userid: column.uuid,
    name: column.text,
    dts: column.instant,
    adminname: column.text,
    reason_sealed: column.text.nullable(),
    /** The person whose key decrypts the reason: the one who has the check now. */
    holder_id: column.uuid,
  },
  sql: (accountId: string) => sql`
    select moved.id, moved.application_id as applicationid, package.package_descrip,
      latest.profile_number as cra_profilenumber,
      case when moved.to_account_id = ${accountId} then 'here' else 'away' end as direction,
      other.id as userid, other.firstname || ' ' || other.lastname as name, moved.transferred_at as dts,
      admin.firstname || ' ' || admin.lastname as adminname, moved.reason_sealed, a.account_id as holder_id
    from check_transfer moved
    join application a on a.id = moved.application_id
    join screening_package package on package.id = a.package_id
    join account other on other.id = case when moved.to_account_id = ${accountId} then moved.from_account_id
      else moved.to_account_id end
    join account admin on admin.id = moved.transferred_by_account_id
    left join lateral (
      select profile_number from cra_order where application_id = a.id order by attempt desc limit 1
    ) latest on true
    where ${accountId} in (moved.from_account_id, moved.to_account_id)
    order by moved.transferred_at desc, moved.id desc
    limit 100`,
});
type SealedTransfer = RowOfStatement<typeof transfersOfPerson>;

export const sealedTransferReasons = (rows: readonly SealedTransfer[]) => sealedReasons(rows);

export function withReasons(
  rows: readonly SealedTransfer[],
  texts: ReadonlyMap<string, string | null>,
): z.input<typeof checkTransfer>[] {
  return rows.map(({ reason_sealed: _sealed, holder_id: _holder, ...row }) => ({
    ...row,
    reason: texts.get(row.id) ?? null,
  }));
}
