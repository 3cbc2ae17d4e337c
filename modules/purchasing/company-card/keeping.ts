import {
  type CardSetup,
  newId,
  type Portal,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { forgetTold } from '../coupons/card-problem.ts';
import { forgetCompanyCard } from '../jobs.ts';

/** Changes to the card of one company run one after the other. */
export function lockCompanyCard(work: Pick<Work, 'db'>, companyId: string): Promise<void> {
  return takeTransactionLock(work.db, `company-card:${companyId}`);
}

/**
 * Stores the card of a finished setup as the company's, once, no matter whether the owner's return or the provider's
 * notice brings it. A card that was stored before changes nothing, even if it has been removed since. If there are two
 * setups, the one that was begun later counts, and the provider forgets the other card.
 * @param savedBy the owner; null if the notice came first
 */
export async function keepCard(
  work: Work<unknown>,
  { customerId, card, createdAt }: CardSetup,
  savedBy: string | null,
): Promise<void> {
  if (!card) return;
  const customer = await work.db
    .selectFrom('company_customer')
    .select('company_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!customer) return;
  const { company_id: companyId } = customer;
  await lockCompanyCard(work, companyId);
  const cards = await work.db
    .selectFrom('company_card')
    .select(['id', 'card_id', 'setup_at', 'last4'])
    .where('company_id', '=', companyId)
    .where((where) => where.or([where('card_id', '=', card.id), where('removed_at', 'is', null)]))
    .execute();
  if (cards.some((kept) => kept.card_id === card.id)) return;
  const current = cards[0];
  const late = current !== undefined && current.setup_at > createdAt;
  if (current && !late) await removeCard(work, companyId, current);
  const id = newId();
  await work.db
    .insertInto('company_card')
    .values({
      id,
      company_id: companyId,
      card_id: card.id,
      setup_at: createdAt,
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      saved_by: savedBy,
      saved_at: work.now,
      removed_at: late ? work.now : null,
    })
    .execute();
  await work.audit({
    action: purchasingAudit.cardSaved,
    object: { type: 'company', id: companyId },
    detail: { last4: card.last4 },
  });
  if (late) await removeCard(work, companyId, { id, last4: card.last4 });
  else await forgetTold(work, companyId);
}

/** Removes a card here at once, and at the provider with a job. */
export async function removeCard(
  work: Work<unknown>,
  companyId: string,
  { id, last4 }: { id: string; last4: string },
): Promise<void> {
  await work.db.updateTable('company_card').set({ removed_at: work.now }).where('id', '=', id).execute();
  await work.audit({
    action: purchasingAudit.cardRemoved,
    object: { type: 'company', id: companyId },
    detail: { last4 },
  });
  await work.enqueue(forgetCompanyCard, { cardId: id });
}

/** Makes the provider forget a card that was removed here. */
export async function forgetRemovedCard(portal: Portal, cardId: string): Promise<void> {
  const card = await portal.work('purchasing.forget-company-card', ({ db }) =>
    db
      .selectFrom('company_card')
      .select('card_id')
      .where('id', '=', cardId)
      .where('removed_at', 'is not', null)
      .executeTakeFirst(),
  );
  if (card) await portal.payments.forgetCard(card.card_id);
}
