import { hashToken, newId, newToken, type Portal } from '#modules/platform/index.ts';

/** Signs an account in on the base host without a password. @returns the Cookie header */
export async function openSession(
  { pool, config, clock }: Pick<Portal, 'pool' | 'config' | 'clock'>,
  emailaddress: string,
): Promise<string> {
  const token = newToken();
  const { rowCount } = await pool.query(
    `insert into session (id, account_id, token_hash, created_at, last_used_at, expires_at, two_step_at, host)
     select $1, id, $2, $5, $5, $5::timestamptz + interval '12 hours', $5, $4 from account where emailaddress = $3`,
    [newId(), hashToken(token), emailaddress, config.baseHost, clock.now()],
  );
  if (rowCount !== 1) throw new Error(`nobody has ${emailaddress}`);
  return `session=${token}`;
}
