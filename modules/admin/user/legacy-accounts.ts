import { z } from 'zod';
import { column, operation, sql, staff, statement } from '#modules/platform/index.ts';

/** More than staff would read. An owner's number is found with the owner's own proof, not in this list (D18). */
const MOST = 1_000;

/** Former ShieldIDs that nobody has linked, ordered by number. */
const unlinkedAccounts = statement({
  name: 'admin.list-legacy-accounts',
  row: { craaccountid: column.text },
  sql: () => sql`
    select number as craaccountid from archived_shield_id
    where linked_account_id is null order by number limit ${MOST + 1}`,
});

export const listLegacyAccounts = operation({
  name: 'admin.list-legacy-accounts',
  summary: 'The first 1,000 accounts of the former system whose ShieldID nobody has linked yet.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    accountlist: z.array(
      z.object({
        /** The former ShieldID. */
        craaccountid: z.string(),
        /** Null: the import of the former system has no names (D102). */
        doingbusinessasname: z.null(),
      }),
    ),
    /** Whether there are more than the answer contains. */
    more: z.boolean(),
  }),
  async run(work) {
    const rows = await work.rows(unlinkedAccounts());
    const accountlist = rows
      .slice(0, MOST)
      .map(({ craaccountid }) => ({ craaccountid, doingbusinessasname: null }));
    return { accountlist, more: rows.length > MOST };
  },
});
