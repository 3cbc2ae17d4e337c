import { z } from 'zod';
import { readReminderDays, saveReminderDays } from '#modules/applications/index.ts';
import { readFreePeople, saveFreePeople } from '#modules/network/index.ts';
import {
  fingerprintOf,
  inputOf,
  operation,
  staffOrTerminal,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { limitFields } from './fields.ts';
import { Refusal } from './refusals.ts';
import { readDays, wrongDays } from './statuses.ts';

/** What people can do for free, and when they are reminded. */

async function readLimits(work: Pick<Work, 'db'>): Promise<{ free_people: string; reminder_days: string }> {
  return {
    free_people: String(await readFreePeople(work)),
    reminder_days: (await readReminderDays(work)).join(', '),
  };
}

export const getLimits = operation({
  name: 'admin.get-limits',
  summary:
    'How many people can be found for free, and on which days before the expiration people are reminded.',
  access: staffOrTerminal,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    limits: z.object({ free_people: z.string(), reminder_days: z.string() }),
    seen: z.string(),
  }),
  async run(work) {
    const limits = await readLimits(work);
    return { limits, seen: fingerprintOf(limits) };
  },
});

/** @throws Refusal invalid-input, admin.changed-meanwhile */
export const saveLimits = operation({
  name: 'admin.save-limits',
  summary: 'Changes how many people can be found for free, and the days on which people are reminded.',
  access: staffOrTerminal,
  kind: 'write',
  input: inputOf(limitFields),
  output: z.object({}),
  async run(work, { seen, free_people, reminder_days }) {
    const days = readDays(reminder_days);
    if (!days)
      throw new Refusal('invalid-input', { field: 'reminder_days', issues: { reminder_days: [wrongDays] } });
    await takeTransactionLock(work.db, 'limits');
    if (seen && seen !== fingerprintOf(await readLimits(work))) throw new Refusal('admin.changed-meanwhile');
    await saveFreePeople(work, Number(free_people));
    await saveReminderDays(work, days);
    return {};
  },
});
