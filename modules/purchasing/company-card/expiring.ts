import type { Sweep } from '#modules/platform/index.ts';
import { sendCardExpires } from '../jobs.ts';
import { dueCardNotice } from '../start/rules.ts';

/** Tells owners that their company's card is about to expire, once 30 and once 7 days before. */
export const expiringCards: Sweep = {
  name: 'purchasing.expiring-cards',
  size: 1_000,
  async keys({ db }, after, size) {
    const next = db
      .selectFrom('company_card')
      .select('id')
      .where('removed_at', 'is', null)
      .orderBy('id')
      .limit(size);
    const rows = await (after === null ? next : next.where('id', '>', after)).execute();
    return rows.map((row) => row.id);
  },
  async run(work, ids) {
    const cards = await work.db
      .selectFrom('company_card')
      .select(['id', 'exp_month', 'exp_year', 'warned_days'])
      .where('id', 'in', ids)
      .forUpdate()
      .execute();
    let told = 0;
    for (const card of cards) {
      const due = dueCardNotice(card, card.warned_days, work.now);
      if (due === null) continue;
      await work.db.updateTable('company_card').set({ warned_days: due }).where('id', '=', card.id).execute();
      await work.enqueue(sendCardExpires, { cardId: card.id });
      told += 1;
    }
    return told;
  },
};
