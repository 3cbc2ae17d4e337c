import {
  column,
  lastEndedDay,
  type StatementRow,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';

const shape = {
  id: column.uuid,
  application_id: column.uuid,
  /** The person's ShieldID now. */
  shield_id: column.text,
  account_active: column.boolean,
};

/** Valid, and of a check whose money was not returned. Of several, the one that counted last. */
const formerScore = statement({
  name: 'applications.find-former-score',
  row: shape,
  sql: (accountId: string, applicationId: string, ended: string) => sql`
    select former.id, former.application_id, issued.number as shield_id, account.active as account_active
    from shield_score former
      join application on application.id = former.application_id
      join account on account.id = former.account_id
      join shield_id issued on issued.account_id = former.account_id and issued.retired_at is null
    where former.account_id = ${accountId} and former.application_id <> ${applicationId}
      and former.ended_at is not null and former.expiration > ${ended}::date
      and application.money <> 'returned'
    order by former.ended_at desc, former.activated_at desc limit 1`,
});

/**
 * The score that the score of a check replaced, if it is still valid. Call it with the lock of the person's ShieldID,
 * so that no other check ends meanwhile.
 */
export function findFormerScore(
  work: Pick<Work, 'row' | 'now'>,
  { accountId, applicationId }: { accountId: string; applicationId: string },
): Promise<StatementRow<typeof shape> | undefined> {
  return work.row(formerScore(accountId, applicationId, lastEndedDay(work.now)));
}
