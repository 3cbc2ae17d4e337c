import type { Work } from '#modules/platform/index.ts';

/** What an account keeps of its last sign-in, because the session's own row is deleted when it ends. */
export const lastLogin = ({ now, visit }: Pick<Work, 'now' | 'visit'>) => ({
  last_login_at: now,
  last_login_address: visit.address,
  last_login_agent: visit.agent.slice(0, 400),
});

/** Notes that a person has signed in: once no second step is due, or with the session of a new account. */
export async function noteLogin(work: Pick<Work, 'db' | 'now' | 'visit'>, accountId: string): Promise<void> {
  await work.db.updateTable('account').set(lastLogin(work)).where('id', '=', accountId).execute();
}
