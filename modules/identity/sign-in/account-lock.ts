import type { Work } from '#modules/platform/index.ts';

/** Locks an account's row until the transaction ends. Others who lock or change the same account have to wait. */
export async function lockAccount({ db }: Pick<Work, 'db'>, accountId: string): Promise<void> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}
