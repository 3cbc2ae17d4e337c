import { describe, expect, test } from 'vitest';
import { admitPosition, currentPosition, type Step, type StepKey } from '#modules/applications/steps.ts';

const keys: StepKey[] = ['esign', 'disclosure', 'authorization', 'name', 'submit', 'review'];
const steps: Step[] = keys.map((key, index) => ({
  position: index + 1,
  key,
  pageType: key === 'review' ? 'review_inprogress' : 'collect_details',
  consentKind: null,
  title: key,
}));
const done = (...finished: StepKey[]) => new Set(finished);

test('the current step is the first that is not finished, whatever is finished behind it', () => {
  expect(currentPosition(steps, done())).toBe(1);
  expect(currentPosition(steps, done('esign', 'disclosure'))).toBe(3);
  expect(currentPosition(steps, done('esign', 'authorization'))).toBe(2);
  expect(currentPosition(steps, done(...keys))).toBe(6);
});

describe('while the steps are open', () => {
  const finished = done('esign', 'disclosure');
  test.each([
    [null, 3],
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 3],
    [6, 3],
    [0, 3],
    [99, 3],
  ])('asking for %s leads to %s', (asked, shown) => {
    expect(admitPosition(steps, finished, true, asked)).toBe(shown);
  });
});

test('once the application is on its way every address leads to the last step', () => {
  for (const asked of [null, 1, 3, 6, 99]) {
    expect(admitPosition(steps, done(...keys), false, asked)).toBe(6);
  }
});
