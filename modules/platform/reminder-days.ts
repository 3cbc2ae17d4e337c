import { z } from 'zod';
import type { AuditAction } from './audit/index.ts';
import type { Work } from './contract.ts';
import type { DayRule } from './fields/days.ts';
import { getSetting, setSetting, setting } from './settings.ts';

/** The days on which people are reminded of one thing, which staff can change while the portal runs. */
export interface ReminderDays {
  /** In the order in which they pass. */
  read(work: Pick<Work, 'db'>): Promise<number[]>;
  /**
   * Counts from the next run on. The caller holds the lock of the settings.
   * @param days as `readDays` answers them
   */
  save(work: Pick<Work, 'db' | 'now' | 'audit'>, days: readonly number[]): Promise<void>;
}

interface ReminderDaysDeclaration {
  /** Of the setting. */
  key: string;
  rule: DayRule;
  changed: AuditAction<{ before: string; after: string }>;
}

export function reminderDays({ key, rule, changed }: ReminderDaysDeclaration): ReminderDays {
  const { least, most, upTo, initial } = rule;
  const stored = setting({
    key,
    schema: z.array(z.int().min(1).max(upTo)).min(least).max(most),
    initial: [...initial],
  });
  const read: ReminderDays['read'] = ({ db }) => getSetting(db, stored);
  return {
    read,
    async save(work, days) {
      const before = (await read(work)).join(', ');
      const after = days.join(', ');
      if (before === after) return;
      await setSetting(work.db, stored, [...days], work.now);
      await work.audit({ action: changed, detail: { before, after } });
    },
  };
}
