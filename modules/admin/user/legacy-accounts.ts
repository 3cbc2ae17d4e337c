import { z } from 'zod';
import { linkFormerAccount, unlinkFormerAccount } from '#modules/applications/index.ts';
import { sendAccountChanged } from '#modules/identity/index.ts';
import { column, inputOf, operation, sql, staff, statement, type Work } from '#modules/platform/index.ts';
import { legacyLinkFields, reasonFields } from '../fields.ts';
import { getLivingSubject, userId } from './subject.ts';

/** Accounts of the former system, imported by `shield legacy import` (doc3 §2, section 11). */

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

export const legacyAccount = z.object({
  shieldid: z.string(),
  /** When it was imported. */
  processed_dts: z.date(),
  /** When it was linked to the person; null for one that nobody has linked, but has the person’s SSN. */
  linked_dts: z.date().nullable(),
  /** It is the person’s active ShieldID. */
  active: z.boolean(),
  /** A score was issued under it, so it stays. */
  scored: z.boolean(),
});

/** What is linked to a person, newest first, and then what nobody has linked and has their SSN and date of birth. */
export const legacyAccountsOf = statement({
  name: 'admin.list-legacy-accounts-of',
  row: {
    shieldid: column.text,
    processed_dts: column.instant,
    linked_dts: column.instant.nullable(),
    active: column.boolean,
    scored: column.boolean,
  },
  sql: (accountId: string) => sql`
    select former.number as shieldid, former.archived_at as processed_dts, former.linked_at as linked_dts,
      coalesce(issued.retired_at is null and issued.account_id = former.linked_account_id, false) as active,
      exists (select from shield_score where shield_id_number = former.number) as scored
    from account person
    join archived_shield_id former on former.linked_account_id = person.id
      or (former.linked_account_id is null and former.ssn_hmac = person.ssn_hmac
        and (person.dateofbirth is null or person.dateofbirth = former.dateofbirth))
    left join shield_id issued on issued.number = former.number
    where person.id = ${accountId}
    order by former.linked_at desc nulls last, former.number
    limit 100`,
});

/**
 * Links a former account to a person. The person is told.
 * @throws Refusal not-found, person-erased, those of `linkFormerAccount`
 */
export const linkLegacyAccount = operation({
  name: 'admin.link-legacy-account',
  summary: 'Links an account of the former system, given by its ShieldID, to a person.',
  access: staff,
  kind: 'write',
  input: inputOf(legacyLinkFields).extend(userId.shape),
  output: z.object({}),
  async run(work, { userid, shieldid, reason }) {
    await getLivingSubject(work, userid);
    await linkFormerAccount(work, { accountId: userid, number: shieldid, reason });
    await tell(work, userid);
    return {};
  },
});

/**
 * Takes a former account away from a person, so that it can be linked to its owner. The person is told.
 * @throws Refusal not-found, person-erased, applications.legacy-scored
 */
export const unlinkLegacyAccount = operation({
  name: 'admin.unlink-legacy-account',
  summary:
    'Unlinks an account of the former system from a person, unless a score was issued under its ShieldID.',
  access: staff,
  kind: 'write',
  input: inputOf(reasonFields).extend({ ...userId.shape, shieldid: z.string().min(1).max(40) }),
  output: z.object({}),
  async run(work, { userid, shieldid, reason }) {
    await getLivingSubject(work, userid);
    await unlinkFormerAccount(work, { accountId: userid, number: shieldid, reason });
    await tell(work, userid);
    return {};
  },
});

const tell = (work: Pick<Work, 'enqueue'>, accountId: string) =>
  work.enqueue(sendAccountChanged, { accountId, changed: ['shieldid'] });
