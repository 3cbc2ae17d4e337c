import { z } from 'zod';
import { setting } from '#modules/platform/index.ts';

/** What staff or the terminal can change about the store (D34). */

/** When nothing can be bought because of maintenance (F78); null if the store is open. */
export const storeWindow = setting({
  key: 'purchasing.store-window',
  schema: z.strictObject({ from: z.coerce.date(), until: z.coerce.date() }).nullable(),
  initial: null,
});

/** The card on the home page of people who have no check yet (F82). */
export const promotion = setting({
  key: 'purchasing.promotion',
  schema: z.strictObject({
    shown: z.boolean(),
    text: z.string(),
    /** Whether the card says how many contractors use the portal. */
    claim: z.boolean(),
  }),
  initial: {
    shown: true,
    text: 'You pay once, see the result first, and decide who may see it.',
    claim: false,
  },
});

/** After how many hours an unpaid purchase is closed. */
export const abandonedAfter = setting({
  key: 'purchasing.abandoned-after-hours',
  schema: z.int().min(1).max(720),
  initial: 24,
});
