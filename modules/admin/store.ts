import { z } from 'zod';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  formatDateTime,
  inputOf,
  instantOf,
  operation,
  type Portal,
  staffOrTerminal,
} from '#modules/platform/index.ts';
import { storeFields } from '#modules/purchasing/fields.ts';
import { readStore, saveStore } from '#modules/purchasing/index.ts';

/** The settings of the store (D34, F78, F82). Staff enter times in the time zone of the portal's own brand. */

async function timeZoneOf(portal: Portal): Promise<string> {
  return (await brandForHost(portal, portal.config.baseHost)).timeZone;
}

export const getStoreSettings = operation({
  name: 'admin.get-store-settings',
  summary: 'When the store is closed, the card for people without a check, and when unpaid purchases close.',
  access: staffOrTerminal,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    store: z.object({
      closed_from: z.string(),
      closed_until: z.string(),
      abandoned_after: z.string(),
      promotion_shown: z.boolean(),
      promotion_text: z.string(),
      promotion_claim: z.boolean(),
    }),
    /** Whether it is closed now. */
    closed: z.boolean(),
    time_zone: z.string(),
    seen: z.string(),
  }),
  async run(work) {
    const { settings, seen } = await readStore(work);
    const { window, promotion, abandonedAfterHours } = settings;
    const timeZone = await timeZoneOf(work.portal);
    return {
      store: {
        closed_from: window ? formatDateTime(window.from, timeZone) : '',
        closed_until: window ? formatDateTime(window.until, timeZone) : '',
        abandoned_after: String(abandonedAfterHours),
        promotion_shown: promotion.shown,
        promotion_text: promotion.text,
        promotion_claim: promotion.claim,
      },
      closed: window !== null && window.from <= work.now && work.now < window.until,
      time_zone: timeZone,
      seen,
    };
  },
});

export const saveStoreSettings = operation({
  name: 'admin.save-store-settings',
  summary: 'Changes when the store is closed, and the card for people without a check.',
  access: staffOrTerminal,
  kind: 'write',
  input: inputOf(storeFields),
  output: z.object({}),
  async run(work, given) {
    const timeZone = await timeZoneOf(work.portal);
    const { closed_from: from, closed_until: until } = given;
    const window =
      from && until ? { from: instantOf(from, timeZone), until: instantOf(until, timeZone) } : null;
    await saveStore(
      work,
      {
        window,
        promotion: {
          shown: given.promotion_shown,
          text: given.promotion_text,
          claim: given.promotion_claim,
        },
        abandonedAfterHours: Number(given.abandoned_after),
      },
      given.seen,
    );
    return {};
  },
});
