import { z } from 'zod';
import { compareLines, onlyChanges } from '#modules/platform/index.ts';

/** What publishing a draft would change, for the member of staff who publishes it. */

/** The lines that changed, with the lines around them; null stands for lines that are left out. */
export const draftChanges = z.array(
  z.object({ kind: z.enum(['kept', 'added', 'removed']), text: z.string() }).nullable(),
);

/**
 * @param current the lines of the version in force
 * @param draft the lines of the draft
 * @returns null if one of them is missing
 */
export function changesOfDraft(
  current: readonly string[] | null | undefined,
  draft: readonly string[] | null | undefined,
): z.input<typeof draftChanges> | null {
  return current && draft ? onlyChanges(compareLines(current, draft)) : null;
}
