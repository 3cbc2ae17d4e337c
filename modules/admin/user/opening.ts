import { type Caller, column, MINUTE, sql, statement, type Work } from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';

/** When the same admin loads a record again within this time, no second audit entry is written. */
const STILL_OPEN = 15 * MINUTE;

const openedStatement = statement({
  name: 'admin.record-opened-since',
  row: { opened: column.boolean },
  sql: (accountId: string, adminId: string | null, since: Date) => sql`
    select exists (
      select from audit_entry
      where about_id = ${accountId} and actor_id = ${adminId} and at > ${since}
        and action = ${adminAudit.userOpened.name}
    ) as opened`,
});

/** Whether the caller has opened the record a moment ago. */
export const openedBefore = (
  { caller, now }: Pick<Work<Caller | null>, 'caller' | 'now'>,
  accountId: string,
) => openedStatement(accountId, caller?.accountId ?? null, new Date(now.getTime() - STILL_OPEN));

/** Writes down that staff opened a person's record. */
export async function noteOpening(work: Work<Caller | null>, accountId: string): Promise<void> {
  const before = await work.row(openedBefore(work, accountId));
  if (!before?.opened) await work.audit({ action: adminAudit.userOpened, about: accountId });
}
