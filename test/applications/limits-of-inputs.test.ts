import { describe, expect, test } from 'vitest';
import { lookUpAddresses, updateApplicationDetails } from '#modules/applications/index.ts';
import { packageReview } from '#modules/applications/paper/reviewing.ts';
import { draftSchema } from '#modules/applications/steps/drafts.ts';
import { testLimits, textOfLength as text } from '#test/test-limits.ts';

/** The limits of inputs that test/checks/shapes.txt does not show, because a pattern or a part of an operation has them. */

const applicationid = '11111111-1111-4111-8111-111111111111';

describe('an address that is looked up', () => {
  testLimits(lookUpAddresses.input, [
    ['the session', 36, (length) => ({ text: '12 Oak', session: text(length) }), 16],
  ]);
});

describe('the review of a paper package', () => {
  testLimits(packageReview, [
    ['the reason', 2000, (length) => ({ applicationid, resolvenote: text(length) }), 6],
    ['the hash that was seen', 64, (length) => ({ applicationid, seen: text(length) })],
  ]);
  test.each(['YES', 'NO'])('may say %s', (approve) => {
    expect(packageReview.safeParse({ applicationid, approve }).success).toBe(true);
  });
});

describe('a draft', () => {
  testLimits(draftSchema, [
    ['the name of a field', 60, (length) => ({ draft: { step: 'name', values: { [text(length)]: '' } } })],
  ]);
  test.each(['jurisdictions', 'name', 'address'])('may be of the step %s', (step) => {
    expect(draftSchema.safeParse({ draft: { step, values: {} } }).success).toBe(true);
  });
});

describe('a step', () => {
  test.each([{ details: { submit_application: true } }, { esign_decline: true }])(
    'takes %j as yes',
    (given) => {
      expect(updateApplicationDetails.input.safeParse(given).success).toBe(true);
    },
  );
});
