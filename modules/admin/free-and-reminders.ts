import { z } from 'zod';
import { applicationDays, renewalDays, scoreDays } from '#modules/applications/index.ts';
import { invitationDays, readFreePeople, saveFreePeople } from '#modules/network/index.ts';
import { readDays, wrongDays } from '#modules/platform/fields/days.ts';
import {
  fingerprintOf,
  inputOf,
  operation,
  type ReminderDays,
  staffOrTerminal,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { cardDays } from '#modules/purchasing/index.ts';
import { limitFields } from './fields.ts';
import { Refusal } from './refusals.ts';
import { type DayField, dayFields, dayRules } from './statuses.ts';

/** What people can do for free, and when they are reminded. */

const dayLists: Record<DayField, ReminderDays> = {
  reminder_days: renewalDays,
  application_days: applicationDays,
  score_days: scoreDays,
  invitation_days: invitationDays,
  card_days: cardDays,
};

const limits = z.object({
  free_people: z.string(),
  reminder_days: z.string(),
  application_days: z.string(),
  score_days: z.string(),
  invitation_days: z.string(),
  card_days: z.string(),
});

async function readLimits(work: Pick<Work, 'db'>): Promise<z.output<typeof limits>> {
  const free = String(await readFreePeople(work));
  const days = {
    reminder_days: '',
    application_days: '',
    score_days: '',
    invitation_days: '',
    card_days: '',
  };
  for (const field of dayFields) days[field] = (await dayLists[field].read(work)).join(', ');
  return { free_people: free, ...days };
}

export const getLimits = operation({
  name: 'admin.get-limits',
  summary: 'How many people can be found for free, and the days on which people are reminded.',
  access: staffOrTerminal,
  kind: 'read',
  input: z.object({}),
  output: z.object({ limits, seen: z.string() }),
  async run(work) {
    const current = await readLimits(work);
    return { limits: current, seen: fingerprintOf(current) };
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
  async run(work, { seen, free_people, ...typed }) {
    const chosen = dayFields.map((field) => ({ field, days: requireDays(field, typed[field]) }));
    await takeTransactionLock(work.db, 'limits');
    if (seen && seen !== fingerprintOf(await readLimits(work))) throw new Refusal('admin.changed-meanwhile');
    await saveFreePeople(work, Number(free_people));
    for (const { field, days } of chosen) await dayLists[field].save(work, days);
    return {};
  },
});

/** @throws Refusal invalid-input with what can be entered */
function requireDays(field: DayField, typed: string): number[] {
  const days = readDays(typed, dayRules[field]);
  if (!days) throw new Refusal('invalid-input', { field, issues: { [field]: [wrongDays(dayRules[field])] } });
  return days;
}
