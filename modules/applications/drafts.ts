import { z } from 'zod';
import { sql, type Work } from '#modules/platform/index.ts';
import { Refusal } from './refusals.ts';
import type { StepKey } from './steps.ts';

/** Drafts of steps: what was typed when the person went back, shown again when they return (doc2 §2.9). */

/** Names and addresses as typed; never the SSN, which is stored only in its own column (D44). */
export const draftSchema = z.object({
  draft: z.object({ step: z.enum(['name', 'address']), values: z.record(z.string().max(60), z.unknown()) }),
});

const LONGEST = 20_000;
const place = (applicationId: string, step: StepKey) => `application_draft.draft:${applicationId}:${step}`;

export async function saveDraft(
  work: Work<unknown>,
  applicationId: string,
  { step, values }: z.output<typeof draftSchema>['draft'],
): Promise<void> {
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !/ssn/i.test(name)));
  const text = JSON.stringify(kept);
  if (text.length > LONGEST || text.includes('\\u0000'))
    throw new Refusal('invalid-input', { detail: 'draft' });
  const sealed = work.portal.keys.encrypt(text, place(applicationId, step));
  await work.rows(sql`
    insert into application_draft (application_id, step_key, draft, saved_at)
    values (${applicationId}, ${step}, ${sealed}, ${work.now})
    on conflict (application_id, step_key) do update set draft = excluded.draft, saved_at = excluded.saved_at`);
}

/** Deletes the draft of a finished step. */
export async function forgetDraft(work: Work<unknown>, applicationId: string, step: StepKey): Promise<void> {
  await work.rows(sql`
    delete from application_draft where application_id = ${applicationId} and step_key = ${step}`);
}

/** Decrypts a draft; null without one. */
export function openDraft(
  work: Pick<Work, 'portal'>,
  applicationId: string,
  step: StepKey,
  sealed: string | undefined,
): Record<string, unknown> | null {
  if (!sealed) return null;
  return JSON.parse(work.portal.keys.decrypt(sealed, place(applicationId, step))) as Record<string, unknown>;
}
