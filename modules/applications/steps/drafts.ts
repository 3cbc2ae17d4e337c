import { z } from 'zod';
import { sealedColumn, type Work, writeWithoutWaiting } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import type { StepKey } from './steps.ts';

/** What was typed into a step that is not finished: the step shows it again when the person returns (doc2 §2.9). */

/** Choices, names and addresses as typed; never the SSN, which is stored only in its own column (D44). */
export const draftSchema = z.object({
  draft: z.object({
    step: z.enum(['jurisdictions', 'name', 'address']),
    values: z.record(z.string().max(60), z.unknown()),
    /** When the page was opened on which it was typed. */
    opened_dts: z.iso.datetime().optional(),
  }),
});

const LONGEST = 20_000;
const sealedAt = sealedColumn({
  table: 'application_draft',
  column: 'draft',
  key: ['application_id', 'step_key'],
});

/**
 * Stores a draft, which replaces the one before.
 * @throws Refusal applications.moved-on if the step was finished after the page was opened: a draft that arrives late
 * must not open it again
 */
export async function saveDraft(
  work: Work<unknown>,
  applicationId: string,
  { step, values, opened_dts }: z.output<typeof draftSchema>['draft'],
): Promise<void> {
  const finished = await work.db
    .selectFrom('application_step')
    .select('completed_at')
    .where('application_id', '=', applicationId)
    .where('step_key', '=', step)
    .executeTakeFirst();
  if (finished && opened_dts && new Date(opened_dts) < finished.completed_at) {
    throw new Refusal('applications.moved-on', {
      detail: `a draft from before the step ${step} was finished`,
    });
  }
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !/ssn/i.test(name)));
  const text = JSON.stringify(kept);
  if (text.length > LONGEST || text.includes('\\u0000'))
    throw new Refusal('invalid-input', { detail: 'draft' });
  const sealed = work.portal.keys.encrypt(text, sealedAt(applicationId, step));
  await work.db
    .insertInto('application_draft')
    .values({ application_id: applicationId, step_key: step, draft: sealed, saved_at: work.now })
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'step_key']).doUpdateSet({ draft: sealed, saved_at: work.now }),
    )
    .execute();
}

/** Deletes the draft of a step that is finished. */
export async function forgetDraft(work: Work<unknown>, applicationId: string, step: StepKey): Promise<void> {
  await writeWithoutWaiting(
    work.db,
    work.db
      .deleteFrom('application_draft')
      .where('application_id', '=', applicationId)
      .where('step_key', '=', step),
  );
}

/** Decrypts a draft; null if there is none. */
export function openDraft(
  work: Pick<Work, 'portal'>,
  applicationId: string,
  step: StepKey,
  sealed: string | undefined,
): Record<string, unknown> | null {
  if (!sealed) return null;
  return JSON.parse(work.portal.keys.decrypt(sealed, sealedAt(applicationId, step))) as Record<
    string,
    unknown
  >;
}
