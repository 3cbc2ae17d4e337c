import type { Work } from '#modules/platform/index.ts';

/** Admins who can sign in. */
export const selectAdmins = ({ db }: Pick<Work, 'db'>) =>
  db
    .selectFrom('account')
    .where('role', '=', 'ADMIN')
    .where('active', '=', true)
    .where('email_verified_at', 'is not', null);

export async function listAdmins(work: Pick<Work, 'db'>): Promise<string[]> {
  const admins = await selectAdmins(work).select('id').orderBy('id').execute();
  return admins.map(({ id }) => id);
}

/** How many admins there are besides this one. */
export async function countOtherAdmins(work: Pick<Work, 'db'>, accountId: string): Promise<number> {
  const { count } = await selectAdmins(work)
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('id', '<>', accountId)
    .executeTakeFirstOrThrow();
  return count;
}
