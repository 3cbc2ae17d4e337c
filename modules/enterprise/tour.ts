import { z } from 'zod';
import { fields } from '#modules/platform/fields/field.ts';
import {
  getSetting,
  inputOf,
  operation,
  person,
  setSetting,
  setting,
  type Work,
} from '#modules/platform/index.ts';
import { enterpriseAudit } from './audit.ts';
import { type TourStepName, tourEndFields, tourStepFields, tourStepNames, tourTexts } from './fields.ts';

/** The guided tour (doc2 §2.15): its texts, which staff can change (D34), and who has left it or seen it to the end. */

const stepText = inputOf(fields({ title: tourStepFields.title, text: tourStepFields.text }));

/** Only the texts that staff have changed; for all other steps the built-in texts are used. */
const changedTexts = setting({
  key: 'enterprise.tour-texts',
  schema: z.partialRecord(z.enum(tourStepNames), stepText),
  initial: {},
});

const tourStep = stepText.extend({ name: z.enum(tourStepNames) });
export type TourText = z.output<typeof tourStep>;

/** The texts of all steps, in order. */
export async function readTourTexts({ db }: Pick<Work, 'db'>): Promise<TourText[]> {
  const changed = await getSetting(db, changedTexts);
  return tourStepNames.map((name) => ({ name, ...tourTexts[name], ...changed[name] }));
}

export async function writeTourTexts(
  work: Pick<Work, 'db' | 'now' | 'audit'>,
  steps: readonly TourText[],
): Promise<void> {
  const texts: Partial<Record<TourStepName, { title: string; text: string }>> = {};
  for (const { name, title, text } of steps) texts[name] = { title, text };
  await setSetting(work.db, changedTexts, texts, work.now);
  await work.audit({ action: enterpriseAudit.tourTextsSaved });
}

export const getTour = operation({
  name: 'enterprise.get-tour',
  summary: 'The texts of the guided tour, and whether the person has finished it before.',
  access: person,
  kind: 'read',
  mayLag: true,
  input: z.object({}),
  output: z.object({ steps: z.array(tourStep), ended: z.boolean() }),
  async run(work) {
    const ended = await work.db
      .selectFrom('tour_end')
      .select('account_id')
      .where('account_id', '=', work.caller.accountId)
      .executeTakeFirst();
    return { steps: await readTourTexts(work), ended: ended !== undefined };
  },
});

export const endTour = operation({
  name: 'enterprise.end-tour',
  summary: 'Records that the person has finished the tour or left it.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: inputOf(tourEndFields),
  output: z.object({}),
  async run(work, { seen_to_end }) {
    const row = { seen_to_end, ended_at: work.now };
    await work.db
      .insertInto('tour_end')
      .values({ account_id: work.caller.accountId, ...row })
      .onConflict((known) => known.column('account_id').doUpdateSet(row))
      .execute();
    return {};
  },
});
