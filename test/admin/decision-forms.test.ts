import { describe, expect, test } from 'vitest';
import { disputeDecisionForm, idReviewForm } from '#modules/admin/forms.ts';

/** What a final decision lacks is said at the first press, before it has to be confirmed. */
describe('before it is confirmed', () => {
  test.each([
    ['YES', 'Seen', 'Write at least 5 characters'],
    ['YES', 'Clear', undefined],
    ['NO', 'Blurs', 'Write more than 5 characters'],
    ['NO', '  Blurs  ', 'Write more than 5 characters'],
    ['NO', 'Blurry', undefined],
  ] as const)('an ID decision %s with the note "%s"', (approve_verification, approval_note, problem) => {
    const { error } = idReviewForm.schema.safeParse({ approve_verification, approval_note });
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual(
      problem && [[['approval_note'], problem]],
    );
  });

  test('a correction needs the score of the agency', () => {
    const explanation = 'The agency looked again';
    const problem = (outcome: string, score?: string) =>
      disputeDecisionForm.schema
        .safeParse({ outcome, score, explanation })
        .error?.issues.map(({ path }) => path);
    expect(problem('corrected')).toEqual([['score']]);
    expect(problem('corrected', 'IC01')).toBeUndefined();
    expect(problem('confirmed')).toBeUndefined();
  });
});
