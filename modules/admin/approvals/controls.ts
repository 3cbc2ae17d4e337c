import { isLinkingOn, switchLinking } from '#modules/applications/index.ts';
import { formatReceiptAmount, getSetting, setSetting, type Work } from '#modules/platform/index.ts';
import { refundApproval } from '#modules/purchasing/index.ts';
import { adminAudit } from '../audit.ts';
import type { ControlName } from '../statuses.ts';

/**
 * The controls of money and access (D145): what one admin could otherwise weaken alone. A new one gets its row here, and
 * its name in `controlNames`.
 */
interface Control {
  /** As it is now, in the form in which it is typed and stored. */
  read(work: Pick<Work, 'db'>): Promise<string>;
  /** The stored form of what was typed; null if it is no value of this control. */
  parse(typed: string): string | null;
  apply(work: Work<unknown>, value: string): Promise<void>;
  /** The value as people read it. */
  words(value: string): string;
}

const cents = /^(\d{1,6})(?:\.(\d{1,2}))?$/;

export const controls: Record<ControlName, Control> = {
  'refund-limit': {
    read: async ({ db }) => String(await getSetting(db, refundApproval)),
    parse(typed) {
      const [, whole, part = ''] = cents.exec(typed.trim()) ?? [];
      return whole === undefined ? null : String(Number(whole) * 100 + Number(part.padEnd(2, '0')));
    },
    async apply(work, value) {
      const before = await getSetting(work.db, refundApproval);
      await setSetting(work.db, refundApproval, Number(value), work.now);
      await work.audit({
        action: adminAudit.refundSettingsSaved,
        detail: { before_cents: before, after_cents: Number(value) },
      });
    },
    words: (value) => formatReceiptAmount(Number(value)),
  },
  'account-linking': {
    read: async (work) => ((await isLinkingOn(work)) ? 'on' : 'off'),
    parse: (typed) => (typed === 'on' || typed === 'off' ? typed : null),
    apply: (work, value) => switchLinking(work, value === 'on'),
    words: (value) => (value === 'on' ? 'On' : 'Off'),
  },
};
