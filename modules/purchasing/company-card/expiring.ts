import { reminderDays, type Sweep } from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { sendCardExpires } from '../jobs.ts';
import { cardReminders } from '../limits.ts';
import { dueCardNotice } from '../start/rules.ts';

/** How many days before their company's card expires owners are told. */
export const cardDays = reminderDays({
  key: 'purchasing.card-days',
  rule: cardReminders,
  changed: purchasingAudit.cardDaysChanged,
});

/** Tells owners that their company's card is about to expire, once on each of the days. */
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
    const days = await cardDays.read(work);
    let told = 0;
    for (const card of cards) {
      const due = dueCardNotice(card, days, card.warned_days, work.now);
      if (due === null) continue;
      await work.db.updateTable('company_card').set({ warned_days: due }).where('id', '=', card.id).execute();
      await work.enqueue(sendCardExpires, { cardId: card.id });
      told += 1;
    }
    return told;
  },
};
