import { writeFacts } from '#modules/identity/index.ts';
import { column, grades, sql, statement, type Work } from '#modules/platform/index.ts';
import { fullName } from '../steps/details.ts';

const activeScore = statement({
  name: 'applications.active-score-facts',
  row: {
    number: column.text,
    score: column.oneOf(grades),
    expiration: column.date,
    held: column.boolean,
    firstname: column.text,
    middlename: column.text,
    lastname: column.text,
    namesuffix: column.text,
  },
  sql: (accountId: string) => sql`
    select shield_id_number as number, score, expiration, application.money = 'held' as held,
      legal_firstname as firstname, legal_middlename as middlename, legal_lastname as lastname,
      legal_namesuffix as namesuffix
    from shield_score join application on application.id = shield_score.application_id
    where shield_score.account_id = ${accountId} and ended_at is null`,
});

/** Writes what a session answers about the score that counts now. Changes nothing for a person without one. */
export async function noteActiveScore(work: Pick<Work, 'db' | 'row'>, accountId: string): Promise<void> {
  const active = await work.row(activeScore(accountId));
  if (!active) return writeFacts(work, accountId, { score_held: false });
  await writeFacts(work, accountId, {
    certification_number: active.number,
    certification_name: fullName(active),
    certification_score: active.score,
    certification_expiration: active.expiration,
    score_held: active.held,
  });
}
