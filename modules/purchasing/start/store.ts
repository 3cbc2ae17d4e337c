import { z } from 'zod';
import {
  type Caller,
  changedValues,
  fingerprintOf,
  formatDateTime,
  getSetting,
  operation,
  person,
  setSetting,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { abandonedAfter, promotion, storeWindow } from '../settings.ts';

/** What staff and the terminal can change about the store (D34). */
export interface StoreSettings {
  /** When nothing can be bought; null if no maintenance is planned. */
  window: { from: Date; until: Date } | null;
  promotion: { shown: boolean; text: string; claim: boolean };
  abandonedAfterHours: number;
}

/** @returns the settings, and their fingerprint, which saving must send back */
export async function readStore({
  db,
}: Pick<Work, 'db'>): Promise<{ settings: StoreSettings; seen: string }> {
  const settings = {
    window: await getSetting(db, storeWindow),
    promotion: await getSetting(db, promotion),
    abandonedAfterHours: await getSetting(db, abandonedAfter),
  };
  return { settings, seen: fingerprintOf(settings) };
}

/**
 * Changes the given settings.
 * @param seen the fingerprint of what was shown; absent to overwrite whatever is stored
 * @throws Refusal purchasing.store-window, purchasing.changed-meanwhile
 */
export async function saveStore(
  work: Pick<Work, 'db' | 'now' | 'audit'>,
  changes: Partial<StoreSettings>,
  seen?: string,
): Promise<void> {
  const { db, now } = work;
  await takeTransactionLock(db, 'store-settings');
  const stored = await readStore(work);
  if (seen && seen !== stored.seen) throw new Refusal('purchasing.changed-meanwhile');
  const next = { ...stored.settings, ...changes };
  if (next.window && next.window.from >= next.window.until) {
    throw new Refusal('purchasing.store-window', { field: 'closed_until' });
  }
  const changed = (Object.keys(next) as (keyof StoreSettings)[]).filter(
    (name) => JSON.stringify(next[name]) !== JSON.stringify(stored.settings[name]),
  );
  if (changed.length === 0) return;
  await setSetting(db, storeWindow, next.window, now);
  await setSetting(db, promotion, next.promotion, now);
  await setSetting(db, abandonedAfter, next.abandonedAfterHours, now);
  const [before, after] = [valuesOf(stored.settings), valuesOf(next)];
  await work.audit({
    action: purchasingAudit.storeChanged,
    detail: { values: changedValues(before, after) },
  });
}

/** The settings as the audit log repeats them. */
function valuesOf({ window, promotion: card, abandonedAfterHours }: StoreSettings) {
  const at = (instant: Date | undefined) => (instant ? `${formatDateTime(instant, 'UTC')} UTC` : '');
  return {
    closed_from: at(window?.from),
    closed_until: at(window?.until),
    promotion_shown: card.shown,
    promotion_text: card.text,
    promotion_claim: card.claim,
    unpaid_purchases_close_after_hours: abandonedAfterHours,
  };
}

/** The card 'Your First Background Check' (F82); null if staff have switched it off. */
export const getPromotion = operation({
  name: 'purchasing.get-promotion',
  summary: 'What the home page tells a person who has no background check yet.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({ promotion: z.object({ text: z.string(), claim: z.boolean() }).nullable() }),
  async run({ db }: Work<Caller>) {
    const { shown, text, claim } = await getSetting(db, promotion);
    return { promotion: shown ? { text, claim } : null };
  },
});
