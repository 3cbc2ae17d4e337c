import { column, sql, statement, type Work } from '#modules/platform/index.ts';

/**
 * What ends when a host of a company is given up (D114). Whoever gets the host later must not meet the sign-ins, the
 * browsers and the passkeys of its former people, and those must not be led there.
 */

/** What is bound to a host now. */
export interface HostFigures {
  /** Everybody with something on the host. */
  people: number;
  sessions: number;
  browsers: number;
  passkeys: number;
}

const nameOf = (host: string) => host.replace(/:\d+$/, '');

/** The accounts with something on a host: those that registered there, and those signed in, remembered or with a passkey. */
const peopleOf = (host: string) => sql`
  select id from account where registered_host = ${host}
  union select account_id from session where host = ${host}
  union select account_id from trusted_browser where host = ${host}
  union select account_id from passkey where host = ${nameOf(host)}`;

const figuresOf = statement({
  name: 'identity.host-figures',
  examples: [['', new Date(0)]],
  row: {
    people: column.integer,
    sessions: column.integer,
    browsers: column.integer,
    passkeys: column.integer,
  },
  sql: (host: string, now: Date) => sql`
    select (select count(*)::int from (${peopleOf(host)}) found) as people,
      (select count(*)::int from session where host = ${host} and expires_at > ${now}) as sessions,
      (select count(*)::int from trusted_browser where host = ${host} and expires_at > ${now}) as browsers,
      (select count(*)::int from passkey where host = ${nameOf(host)}) as passkeys`,
});

/** @param host with its port */
export async function countOnHost(work: Pick<Work, 'row' | 'now'>, host: string): Promise<HostFigures> {
  const found = await work.row(figuresOf(host, work.now));
  return found ?? { people: 0, sessions: 0, browsers: 0, passkeys: 0 };
}

const lockPeople = statement({
  name: 'identity.lock-people-of-host',
  examples: [['']],
  row: { id: column.uuid },
  sql: (host: string) => sql`
    select id from account where id in (${peopleOf(host)}) order by id for no key update`,
});

/**
 * Ends the sessions, hand-offs, codes, remembered browsers and passkeys of a host, in the transaction that gives it up,
 * and forgets that people registered there. Mails about what they asked for there go on under the portal's own brand.
 * @param host with its port
 * @returns the accounts that had something there
 */
export async function endHost(
  work: Pick<Work, 'db' | 'rows' | 'now' | 'portal'>,
  host: string,
): Promise<string[]> {
  const { db, now } = work;
  const { baseHost } = work.portal.config;
  // Accounts are locked before their sessions, as everywhere else.
  const people = await work.rows(lockPeople(host));
  await db.deleteFrom('session').where('host', '=', host).execute();
  await db.deleteFrom('session_hand_off').where('target_host', '=', host).execute();
  await db.deleteFrom('trusted_browser').where('host', '=', host).execute();
  await db.deleteFrom('passkey').where('host', '=', nameOf(host)).execute();
  await db.deleteFrom('passkey_challenge').where('host', '=', host).execute();
  await db
    .updateTable('verification_code')
    .set({ voided_at: now })
    .where('host', '=', host)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
  await db.updateTable('account').set({ registered_host: '' }).where('registered_host', '=', host).execute();
  await db.updateTable('mail_choice').set({ host: baseHost }).where('host', '=', host).execute();
  await db.updateTable('privacy_request').set({ host: baseHost }).where('host', '=', host).execute();
  return people.map(({ id }) => id);
}
