import { describe, expect, test } from 'vitest';
import {
  admitPosition,
  closedPosition,
  consentKinds,
  currentPosition,
  documentOfStep,
  mayHaveStates,
  pageTypes,
  type Step,
  type StepKey,
  signatureChoices,
  stepKeys,
  stepOfDocument,
  stepPage,
  stepsFor,
} from '#modules/applications/steps/steps.ts';

const keys: StepKey[] = ['esign', 'disclosure', 'authorization', 'name', 'submit', 'review'];
const steps: Step[] = keys.map((key, index) => ({
  position: index + 1,
  key,
  pageType: key === 'review' ? 'review_inprogress' : 'collect_details',
  consentKind: null,
  states: [],
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
    expect(admitPosition(true, currentPosition(steps, finished), asked)).toBe(shown);
  });
});

test('once the application is on its way every address leads to the last step', () => {
  for (const asked of [null, 1, 3, 6, 99]) {
    expect(admitPosition(false, closedPosition(steps, false), asked)).toBe(6);
  }
});

describe('a step for some states', () => {
  const some: Step[] = steps.flatMap((step) =>
    step.key === 'submit'
      ? [
          { ...step, key: 'notice-CA', states: ['CA'] },
          { ...step, key: 'notice-NY', states: ['NY', 'NJ'] },
          step,
        ]
      : [step],
  );
  const keysFor = (...named: string[]) =>
    stepsFor(some, { named: new Set(named), choice: null }).map(({ key }) => key);

  test('is there for whoever named one of them, and for no one else', () => {
    expect(keysFor()).toEqual(keys);
    expect(keysFor('TX')).toEqual(keys);
    expect(keysFor('CA')).toContain('notice-CA');
    expect(keysFor('CA')).not.toContain('notice-NY');
    expect(keysFor('NJ')).toContain('notice-NY');
  });

  test('positions have no gaps, whatever is left out', () => {
    expect(stepsFor(some, { named: new Set(['NY']), choice: null }).map(({ position }) => position)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
  });
});

test('a document and the step that asks for it name each other', () => {
  expect(documentOfStep('notice-CA')).toEqual({ kind: 'notice', state: 'CA' });
  expect(documentOfStep('disclosure')).toEqual({ kind: 'disclosure', state: '' });
  expect(documentOfStep('name')).toBeNull();
  expect(stepOfDocument({ kind: 'notice', state: 'CA' })).toBe('notice-CA');
  expect(stepOfDocument({ kind: 'esign', state: '' })).toBe('esign');
  expect(stepOfDocument({ kind: 'notice', state: 'XX' })).toBeUndefined();
});

test('each step has its page, and a notice has one for every state', () => {
  const pages = stepKeys
    .filter((key) => !key.startsWith('notice-'))
    .map((key) => [key, stepPage(key).pageType, stepPage(key).consentKind]);
  expect(pages).toEqual([
    ['esign', 'consent', 'esign'],
    ['disclosure', 'consent', 'disclosure'],
    ['authorization', 'consent', 'authorization'],
    ['jurisdictions', 'select_jurisdictions', null],
    ['name', 'collect_details', null],
    ['address', 'collect_details', null],
    ['idverification', 'idverification', null],
    ['submit', 'collect_details', null],
    ['manual', 'manual_signature_review', null],
    ['review', 'review_inprogress', null],
  ]);
  expect(stepPage('notice-TX')).toEqual({ pageType: 'consent', consentKind: 'notice' });
  expect(new Set(pages.map(([, page]) => page)).add('digital_signature_choice')).toEqual(new Set(pageTypes));
  expect(consentKinds).toEqual(['esign', 'disclosure', 'authorization', 'notice']);
  expect(signatureChoices).toEqual(['digital', 'paper']);
});

test('only jurisdictions, ID verification and notices may be for some states', () => {
  expect(stepKeys.filter(mayHaveStates).filter((key) => !key.startsWith('notice-'))).toEqual([
    'jurisdictions',
    'idverification',
  ]);
  expect(mayHaveStates('notice-CA')).toBe(true);
});

describe('who signs on paper', () => {
  const all: Step[] = stepKeys
    .filter((key) => key === 'notice-CA' || !key.startsWith('notice-'))
    .map((key, at) => ({
      ...stepPage(key),
      pageType: key === 'esign' ? 'digital_signature_choice' : stepPage(key).pageType,
      position: at + 1,
      key,
      states: [],
      title: key,
    }));
  const keysFor = (choice: 'digital' | 'paper' | null) =>
    stepsFor(all, { named: new Set(), choice }).map(({ key }) => key);

  test('reads documents on paper and proves the identity like everyone else, who sends no paper', () => {
    expect(keysFor('paper')).toEqual([
      'esign',
      'jurisdictions',
      'name',
      'address',
      'idverification',
      'manual',
      'review',
    ]);
    const digital = all.map(({ key }) => key).filter((key) => key !== 'manual');
    expect([keysFor('digital'), keysFor(null)]).toEqual([digital, digital]);
  });

  test('sees the paper package while it is awaited, and the last step otherwise', () => {
    const onPaper = stepsFor(all, { named: new Set(), choice: 'paper' });
    expect([closedPosition(onPaper, true), closedPosition(onPaper, false)]).toEqual([6, 7]);
    expect(closedPosition(steps, true)).toBe(6);
  });
});

test('a package without steps is at its first one', () => {
  expect([currentPosition([], done()), closedPosition([], true)]).toEqual([1, 1]);
});
