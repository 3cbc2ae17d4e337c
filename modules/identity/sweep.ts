import { DAY, purge, type Sweep, sql } from '#modules/platform/index.ts';

const before = (now: Date, age: number) => new Date(now.getTime() - age);

/** What has ended is deleted, and what the clock alone changes is kept true. */
export const identitySweeps: readonly Sweep[] = [
  purge({
    name: 'identity.sessions',
    table: 'session',
    key: 'id',
    ended: (now) => sql`expires_at <= ${now} or last_used_at <= ${before(now, DAY)}`,
  }),
  purge({
    name: 'identity.codes',
    table: 'verification_code',
    key: 'id',
    ended: (now) => sql`requested_at <= ${before(now, 7 * DAY)}`,
  }),
  purge({
    name: 'identity.browsers',
    table: 'trusted_browser',
    key: 'id',
    ended: (now) => sql`expires_at <= ${now}`,
  }),
  purge({
    name: 'identity.login-failures',
    table: 'login_failure',
    key: 'key_hash',
    ended: (now) => sql`last_at <= ${before(now, DAY)}`,
  }),
  {
    // The session check reads the date too; lists read the fact alone.
    name: 'identity.expired-scores',
    size: 5_000,
    async keys(work, after, size) {
      const beyond = after === null ? sql`` : sql`and account_id > ${after}`;
      const rows = await work.rows(sql<{ id: string }>`
        select account_id as id from session_facts
        where has_current_verification
          and (certification_expiration + time '11:00') at time zone 'UTC' <= ${work.now} ${beyond}
        order by account_id limit ${size}`);
      return rows.map((row) => row.id);
    },
    async run(work, accountIds) {
      const changed = await work.rows(sql`
        update session_facts set has_current_verification = false
        where account_id = any(${sql.val([...accountIds])}::uuid[]) returning 1`);
      return changed.length;
    },
  },
];
