import type pg from 'pg';
import { hashToken, newId, newToken } from '#modules/platform/index.ts';

/** Signs an account in without a password. @returns the Cookie header */
export async function openSession(pool: pg.Pool, emailaddress: string): Promise<string> {
  const token = newToken();
  const { rowCount } = await pool.query(
    `insert into session (id, account_id, token_hash, created_at, last_used_at, expires_at, two_step_at)
     select $1, id, $2, now(), now(), now() + interval '12 hours', now() from account where emailaddress = $3`,
    [newId(), hashToken(token), emailaddress],
  );
  if (rowCount !== 1) throw new Error(`nobody has ${emailaddress}`);
  return `session=${token}`;
}
