import { fields } from '#modules/platform/fields/field.ts';
import { choice, note } from '#modules/platform/fields/kinds.ts';
import { adminLimits } from '../limits.ts';

/** What staff decide about a score that the person left unanswered, and why. */
export const scoreDecisionFields = fields({
  approve: choice('Decision', ['YES', 'NO'], 'Choose one of the two'),
  note: note('Why', {
    min: adminLimits['note.least-characters'],
    max: 4000,
    missing: 'Write why you decide this way',
  }),
});
