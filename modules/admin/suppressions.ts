import { z } from 'zod';
import { liftSuppression } from '#modules/identity/index.ts';
import {
  column,
  containing,
  defineGrid,
  gridColumn,
  inputOf,
  operation,
  searchFilter,
  sql,
  staff,
} from '#modules/platform/index.ts';
import { suppressionLiftFields } from './fields.ts';
import { Refusal } from './refusals.ts';

/** The addresses that get no mail, also those that no account has (doc3 §4). */

export const suppressionGrid = defineGrid({
  name: 'suppressions',
  table: sql`mail_suppression listed`,
  id: 'listed.id',
  joins: sql`left join account on account.emailaddress = listed.emailaddress`,
  columns: {
    id: gridColumn(column.uuid, 'listed.id'),
    emailaddress: gridColumn(column.text, sql`listed.emailaddress::text`, {
      sort: { name: 'address', by: sql`lower(listed.emailaddress::text)`, type: 'text' },
    }),
    reason: gridColumn(column.text, 'listed.reason'),
    suppressed_dts: gridColumn(column.instant, 'listed.suppressed_at', {
      sort: { name: 'date', by: 'listed.suppressed_at', type: 'timestamptz' },
    }),
    userid: gridColumn(column.uuid.nullable(), 'account.id'),
    name: gridColumn(column.text.nullable(), sql`account.firstname || ' ' || account.lastname`),
  },
  filters: [
    searchFilter({
      name: 'q',
      label: 'Email address or reason',
      where: ({ text }) =>
        sql`lower(listed.emailaddress::text || ' ' || listed.reason) like ${containing(text)}`,
    }),
  ],
  order: ['date', 'desc'],
  rows: 20,
});

export const listSuppressions = operation({
  name: 'admin.list-suppressions',
  summary: 'The email addresses that get no mail, with the reasons and the people who have them.',
  access: staff,
  kind: 'read',
  mayLag: true,
  input: suppressionGrid.input,
  output: suppressionGrid.output.omit({ rows: true }).extend({ suppressions: z.array(suppressionGrid.row) }),
  async run(work, asked) {
    const { rows, ...page } = await suppressionGrid.read(work, asked, { where: sql`true` }, undefined);
    return { suppressions: rows, ...page };
  },
});

const suppressionId = z.object({ suppressionid: z.uuid() });

export const getSuppression = operation({
  name: 'admin.get-suppression',
  summary: 'One email address that gets no mail, with the reason.',
  access: staff,
  kind: 'read',
  input: suppressionId,
  output: z.object({ emailaddress: z.string(), reason: z.string() }),
  async run({ db }, { suppressionid }) {
    const found = await db
      .selectFrom('mail_suppression')
      .select(['emailaddress', 'reason'])
      .where('id', '=', suppressionid)
      .executeTakeFirst();
    if (!found) throw new Refusal('not-found', { detail: `suppression ${suppressionid}` });
    return found;
  },
});

/** @throws Refusal not-found, also if somebody else took it off the list meanwhile */
export const liftAddressSuppression = operation({
  name: 'admin.lift-suppression',
  summary: 'Takes an email address off the suppression list, with a reason that is kept in the audit log.',
  access: staff,
  kind: 'write',
  input: inputOf(suppressionLiftFields).extend(suppressionId.shape),
  output: z.object({}),
  async run(work, { suppressionid, note }) {
    const lifted = await liftSuppression(work, suppressionid, note);
    if (!lifted) throw new Refusal('not-found', { detail: `suppression ${suppressionid}` });
    return {};
  },
});
