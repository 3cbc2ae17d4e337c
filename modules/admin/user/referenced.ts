import { z } from 'zod';
import {
  column,
  containingWords,
  type RawBuilder,
  type SearchTerm,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { profileNumberContains } from '../checks/profile-number.ts';
import { checkedName } from '../checks/search.ts';
import { companyText } from '../company/list.ts';

/** People found by what is written about them elsewhere: the numbers on papers and mails, other names, companies. */

/** How a person was found, other than by the profile, the active ShieldID or a phone number. */
export const references = ['id', 'order', 'transaction', 'profile', 'shieldid', 'name', 'company'] as const;
export type Reference = (typeof references)[number];

/** As many are found by each of the ways. */
const MOST = 500;

type Term = Pick<SearchTerm, 'shown' | 'words' | 'text' | 'compact' | 'id'>;

const example = { shown: 'smith', words: ['smith'], text: 'smith', compact: 'SMITH', id: null };
const someId = '00000000-0000-0000-0000-000000000000';
const isId = (text: string) => z.uuid().safeParse(text).success;

/** Whether the term is a whole number that belongs to one person, a ShieldID or the id of something. */
export const isWhole = ({ text, id }: Pick<SearchTerm, 'text' | 'id'>) => id !== null || isId(text);

/** The ways in which the term may name somebody. */
function ways({ shown, words, text, compact, id }: Term): [Reference, RawBuilder<unknown>][] {
  if (isId(text)) {
    return [
      ['id', sql`select id from account where id = ${text}::uuid`],
      ['order', sql`select account_id from purchase where id = ${text}::uuid`],
      ['order', sql`select account_id from application where id = ${text}::uuid`],
      ['order', sql`select account_id from refund where id = ${text}::uuid`],
    ];
  }
  // The active one is found by any part of it.
  if (id !== null) return [['shieldid', sql`select account_id from shield_id where number = ${id}`]];
  return [
    ['transaction', sql`select account_id from purchase where transaction_id = ${shown}`],
    ['transaction', sql`select account_id from ledger_entry where provider_id = ${shown}`],
    [
      'profile',
      sql`select application.account_id from cra_order join application on application.id = application_id
        where ${profileNumberContains(sql`profile_number`, { compact })}`,
    ],
    ['name', sql`select account_id from shield_score where ${containingWords(checkedName, { words })}`],
    [
      'company',
      sql`select team_member.account_id from company join team_member on team_member.company_id = company.id
        where ${containingWords(companyText, { words })}`,
    ],
  ];
}

const referenced = statement({
  name: 'admin.referenced-people',
  row: { account_id: column.uuid, by: column.oneOf(references) },
  examples: [
    [example],
    [{ ...example, words: [someId], text: someId }],
    [{ ...example, words: ['tx123456789'], text: 'tx123456789', id: 'TX123456789' }],
  ],
  sql: (term: Term) => sql`
    ${sql.join(
      ways(term).map(
        ([by, found]) =>
          sql`select account_id, ${sql.lit(by)} as by from (${found} limit ${MOST}) as found (account_id)`,
      ),
      sql` union all `,
    )}`,
});

/** @returns how each of them was found: by the first of the ways */
export async function findReferenced(
  work: Pick<Work, 'rows'>,
  term: Term,
): Promise<ReadonlyMap<string, Reference>> {
  const rows = await work.rows(referenced(term));
  const place = (by: Reference) => references.indexOf(by);
  const found = new Map<string, Reference>();
  for (const { account_id: id, by } of rows) {
    const known = found.get(id);
    if (known === undefined || place(by) < place(known)) found.set(id, by);
  }
  return found;
}
