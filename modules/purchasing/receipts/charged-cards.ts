import type { Portal, Work } from '#modules/platform/index.ts';
import { listCharges } from '../payment/charges.ts';
import { describeCard } from '../start/rules.ts';

/**
 * Asks the provider for the cards that paid a purchase, unless they are known. Notices about a payment do not name its
 * card, so this is asked once, before the receipt is mailed.
 * @throws PaymentFailure if the provider does not answer
 */
export async function learnChargedCards(portal: Portal, purchaseId: string): Promise<void> {
  const charges = await portal.work('purchasing.find-charges', (work) => listCharges(work, purchaseId));
  for (const { id, provider_id } of charges) {
    if (await findChargedCard(portal, id)) continue;
    const card = await portal.payments.findChargedCard(provider_id);
    if (!card) continue;
    await portal.db
      .insertInto('charged_card')
      .values({ charge_id: id, ...card })
      .onConflict((same) => same.column('charge_id').doNothing())
      .execute();
  }
}

/** Such as `Visa ending in 4242`; null if it is not known. */
export async function findChargedCard({ db }: Pick<Work, 'db'>, chargeId: string): Promise<string | null> {
  const card = await db
    .selectFrom('charged_card')
    .select(['brand', 'last4'])
    .where('charge_id', '=', chargeId)
    .executeTakeFirst();
  return card ? describeCard(card) : null;
}
