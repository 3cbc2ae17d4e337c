import { writeFacts } from '#modules/identity/index.ts';
import { takeTransactionLock, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { isUnlinked } from '../linking/numbers.ts';
import { Refusal } from '../refusals.ts';

/**
 * Makes one of a person's ShieldIDs the active one. The others are kept and never given to anybody else (D4).
 * @throws Refusal not-found for a number that is not the person's
 */
export async function activateShieldId(
  work: Work<unknown>,
  accountId: string,
  { active, inactive }: { active: string; inactive: readonly string[] },
): Promise<void> {
  await takeTransactionLock(work.db, `shield-id:${accountId}`);
  const own = await work.db
    .selectFrom('shield_id')
    .select(['number', 'retired_at'])
    .where('account_id', '=', accountId)
    .where(({ not }) => not(isUnlinked('shield_id.number')))
    .forUpdate()
    .execute();
  const numbers = new Set(own.map(({ number }) => number));
  if (![active, ...inactive].every((number) => numbers.has(number))) {
    throw new Refusal('not-found', { detail: 'the ShieldID of somebody else' });
  }
  const former = own.find(({ retired_at }) => retired_at === null)?.number ?? null;
  if (former === active) return;
  const retire = (number: string, at: Date | null) =>
    work.db.updateTable('shield_id').set({ retired_at: at }).where('number', '=', number).execute();
  if (former) await retire(former, work.now);
  await retire(active, null);
  await work.db
    .updateTable('shield_score')
    .set({ shield_id_number: active })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
  await writeFacts(work, accountId, { certification_number: active });
  await work.audit({
    action: applicationsAudit.shieldIdSwitched,
    about: accountId,
    object: { type: 'shield_id', id: active },
    detail: { from: former, to: active },
  });
}
