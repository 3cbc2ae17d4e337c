import { z } from 'zod';
import { type ApplicationStatus, applicationStatuses, statusLabel } from '#modules/applications/index.ts';
import { accountContains } from '#modules/identity/index.ts';
import {
  type Caller,
  choiceFilter,
  column,
  containing,
  containingWords,
  defineGrid,
  derived,
  grades,
  gridColumn,
  isLongEnough,
  operation,
  type RawBuilder,
  type SearchTerm,
  searchFilter,
  searchText,
  sql,
  staff,
  type Work,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { getSubject, userId } from '../user/subject.ts';
import { profileNumberContains } from './profile-number.ts';

/** Background checks of all people, found by what staff know about one (doc3 §3, search result for linking). */

/** Written exactly as in its indexes. */
export const checkedName = sql`legal_firstname || ' ' || legal_middlename || ' ' || legal_lastname`;

/**
 * Checks in which the words appear: in the agency's number, the checked name, the ShieldID, or the owner's name,
 * business or email address.
 */
function found(term: SearchTerm): RawBuilder<boolean> {
  // A term of fewer than three characters finds nothing (doc3 §5).
  if (!isLongEnough(term)) return sql`false`;
  return sql`c.id in (
    select application_id from cra_order where ${profileNumberContains(sql`profile_number`, term)}
    union
    select application_id from shield_score where ${containingWords(checkedName, term)}
    union
    select id from application where account_id in (
      select id from account where ${accountContains(term)}
      union
      select account_id from session_facts where lower(certification_number) like ${containing(term.compact)}
      union
      select account_id from shield_id where number = ${term.compact}${
        term.phone === null
          ? sql``
          : sql`
      union
      select id from account where mobile = ${term.phone}`
      }
    ))`;
}

/** People see the same text for two of the codes; staff see which one it is. */
const statusChoice = (status: ApplicationStatus) => ({
  value: status,
  label:
    status === 'monitorrequiresapproval' ? `${statusLabel(status)}, monitoring update` : statusLabel(status),
});

/** The name that was checked, or else the proven name, or else that in the profile. */
const legalName = (part: 'firstname' | 'middlename' | 'lastname') =>
  sql`coalesce(${sql.ref(`score.legal_${part}`)}, ${sql.ref(`owner.legal_${part}`)}, ${sql.ref(`owner.${part}`)})`;

export const checkSearchGrid = defineGrid({
  name: 'background-checks',
  table: sql`application c`,
  id: 'c.id',
  joins: sql`
    join account owner on owner.id = c.account_id
    join screening_package package on package.id = c.package_id
    join screening_provider provider on provider.craid = package.craid
    left join lateral (
      select profile_number, case state when 'completed' then closed_at end as completed_at
      from cra_order where application_id = c.id order by created_at desc limit 1
    ) latest on true
    left join lateral (
      select legal_firstname, legal_middlename, legal_lastname, shield_id_number, score, expiration, ended_at
      from shield_score where application_id = c.id order by activated_at desc limit 1
    ) score on true`,
  columns: {
    id: gridColumn(column.uuid, 'c.id'),
    userid: gridColumn(column.uuid, 'c.account_id'),
    cra_name: gridColumn(column.text, 'provider.name'),
    package_descrip: gridColumn(column.text, 'package.package_descrip'),
    cra_profilenumber: gridColumn(column.text.nullable(), 'latest.profile_number'),
    legalfirstname: gridColumn(column.text, legalName('firstname')),
    legalmiddlename: gridColumn(column.text, legalName('middlename')),
    legallastname: gridColumn(column.text, legalName('lastname')),
    shieldid: gridColumn(column.text.nullable(), 'score.shield_id_number'),
    emailaddress: gridColumn(column.text, 'owner.emailaddress'),
    ordered_dts: gridColumn(column.instant, 'c.ordered_at', {
      sort: { name: 'ordered', by: 'c.ordered_at', type: 'timestamptz' },
    }),
    completed_date: gridColumn(column.instant.nullable(), 'latest.completed_at'),
    expiration_date: gridColumn(column.date.nullable(), 'score.expiration'),
    icscore: gridColumn(column.oneOf(grades).nullable(), 'score.score'),
    composite_status_code: gridColumn(column.oneOf(applicationStatuses), 'c.status', {
      filter: choiceFilter({
        name: 'status',
        label: 'Status',
        any: 'Any status',
        choices: applicationStatuses.map(statusChoice),
        where: (value) => sql`c.status = ${value}`,
      }),
    }),
    /** The name and address of the account that the check belongs to. */
    user_firstname: gridColumn(column.text, 'owner.firstname'),
    user_lastname: gridColumn(column.text, 'owner.lastname'),
    user_emailaddress: gridColumn(column.text, 'owner.emailaddress'),
  },
  derived: {
    composite_status: derived(z.string(), (row: { composite_status_code: ApplicationStatus }) =>
      statusLabel(row.composite_status_code),
    ),
  },
  filters: [searchFilter({ name: 'searchvalue', label: 'Search background checks', where: found })],
  order: ['ordered', 'desc'],
  rows: 20,
});

const foundChecks = checkSearchGrid.output
  .omit({ rows: true })
  .extend({ results: checkSearchGrid.output.shape.rows });

/**
 * A search that found something is written to the audit log, but without the words, because they may be somebody's
 * address.
 */
async function search(work: Work<Caller>, input: z.output<typeof checkSearchGrid.input>) {
  const where = input.searchvalue === '' ? sql<boolean>`false` : sql<boolean>`true`;
  const { rows, ...page } = await checkSearchGrid.read(work, input, { where }, undefined);
  if (rows.length > 0) {
    const detail = { status: input.status ?? null, found: page.total };
    await work.audit({ action: adminAudit.checksSearched, detail });
  }
  return { results: rows, ...page };
}

export const searchBackgroundChecks = operation({
  name: 'admin.search-background-checks',
  summary:
    'Finds background checks by at least three characters of a profile number, name, email address or ShieldID.',
  access: staff,
  kind: 'write',
  input: checkSearchGrid.input,
  output: foundChecks,
  run: search,
});

/**
 * The same, for the person to whose account one of the checks may be moved.
 * @throws Refusal not-found
 */
export const findChecksToLink = operation({
  name: 'admin.find-checks-to-link',
  summary: 'Finds background checks that may be moved to the account of a person.',
  access: staff,
  kind: 'write',
  input: userId.extend({ searchvalue: searchText().default('') }),
  output: foundChecks,
  async run(work, { userid, searchvalue }) {
    await getSubject(work, userid);
    return search(work, checkSearchGrid.input.parse({ searchvalue }));
  },
});
