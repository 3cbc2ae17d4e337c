import { listOutbox } from '#sandboxes/outbox/index.ts';
import type { VisitedPortal } from '#test/visitor.ts';

/** The code of the newest link that was mailed to an address. */
export async function mailedCode(portal: VisitedPortal, to: string): Promise<string> {
  await portal.runJobs();
  const [message] = await listOutbox(portal.db, { to, limit: 1 });
  const code = /\/link\/([\w-]+)/.exec(message?.text ?? '')?.[1];
  if (!code) throw new Error(`no link was mailed to ${to}`);
  return code;
}

/** The members of a company's team, by account, with their roles. */
export async function rolesIn(portal: VisitedPortal, companyId: string): Promise<Record<string, string>> {
  const { rows } = await portal.pool.query<{ account_id: string; role: string }>(
    'select account_id, role from team_member where company_id = $1',
    [companyId],
  );
  return Object.fromEntries(rows.map(({ account_id, role }) => [account_id, role]));
}

export async function memberIdOf(
  portal: VisitedPortal,
  { accountId }: { accountId: string },
): Promise<string> {
  const { rows } = await portal.pool.query<{ id: string }>(
    'select id from team_member where account_id = $1',
    [accountId],
  );
  return rows[0]?.id ?? '';
}

export async function nameOf(portal: VisitedPortal, { accountId }: { accountId: string }): Promise<string> {
  const { rows } = await portal.pool.query<{ name: string }>(
    "select firstname || ' ' || lastname as name from account where id = $1",
    [accountId],
  );
  return rows[0]?.name ?? '';
}

/** The code of the refusal; `done` if there is none. */
export const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );
