import { describe, expect, test } from 'vitest';
import { draftPath, pathOf } from '#app/routes/application/addresses.ts';
import { asked } from '#app/routes/application/asked-step.ts';
import { minutesLeft, stepMinutes, timeLeft } from '#app/routes/application/minutes.ts';
import { isWithAgency, noticeOf } from '#app/routes/application/status-notice.ts';
import { draftedSteps, isDrafted, isSame, valuesOf } from '#app/routes/application/step-values.ts';
import { followingOf } from '#app/routes/purchase/what-follows.tsx';
import { type Approval, admitStep, progress, progressSteps, stepOfNumber } from '#app/routes/score/steps.ts';
import { type TourParts, type TourText, tourFor } from '#app/routes/shell/tour-steps.ts';
import { termsDueIn, termsTitle } from '#app/terms-due.ts';
import { acceptanceSteps } from '#modules/applications/fields.ts';
import { tourStepNames } from '#modules/enterprise/fields.ts';

/** Which step a page shows, and what it says about it. */

describe('the application', () => {
  test.each([
    ['3', 3],
    ['12', 12],
    ['next', undefined],
  ])('the address of step %s asks for %s', (workflowstep, number) => {
    const request = new Request('http://localhost:3000/user/application/x?applicationid=7');
    expect(asked({ params: { workflowstep }, request })).toEqual({
      workflowstep: number,
      applicationid: '7',
    });
  });

  test.each(['123', 'x', '-1', undefined])('there is no step %s', (workflowstep) => {
    const request = new Request('http://localhost:3000/user/application/x');
    const ask = () => asked({ params: workflowstep === undefined ? {} : { workflowstep }, request });
    expect(ask).toThrow(expect.objectContaining({ init: { status: 404 } }));
  });

  test('a step and its draft have an address, with the application that it is about', () => {
    expect(pathOf(3, '7')).toBe('/user/application/3?applicationid=7');
    expect(pathOf(3, undefined)).toBe('/user/application/3');
    expect(draftPath(3, '?applicationid=7', { to: 'exit' })).toBe(
      '/user/application/leave?applicationid=7&step=3&to=exit',
    );
    expect(draftPath(3, '', { opened: '2026-11-26T15:00:00.000Z' })).toBe(
      '/user/application/draft?step=3&opened=2026-11-26T15%3A00%3A00.000Z',
    );
  });

  test('a step says how long it takes, and how long is left', () => {
    expect([
      stepMinutes('esign'),
      stepMinutes('name'),
      stepMinutes('notice-TX'),
      stepMinutes('review'),
    ]).toEqual(['About 1 minute', 'About 2 minutes', 'About 1 minute', null]);
    const keys = ['esign', 'disclosure', 'name', 'review'] as const;
    const at = (workflowstep: number, done: number[]) =>
      ({
        workflowstep,
        steps: keys.map((step_key, index) => ({
          step_key,
          esign_step_number: index + 1,
          completed: done.includes(index + 1),
        })),
      }) as Parameters<typeof minutesLeft>[0];
    const left = (workflowstep: number, done: number[]) => minutesLeft(at(workflowstep, done));
    expect(timeLeft(at(1, []))).toBe('4 minutes');
    expect(left(1, [])).toBe('About 4 minutes in all');
    expect(left(2, [1])).toBe('About 3 minutes left');
    expect(left(1, [1, 2])).toBe('About 3 minutes left');
    expect(left(3, [])).toBe('About 2 minutes left');
    expect(left(4, [1, 2, 3])).toBeNull();
  });

  test.each([
    ['submitted', false, 'Submitted.', true],
    ['submitted', true, 'We’re checking your details.', true],
    ['inprogress', false, 'In progress.', true],
    ['newrequiresapproval', false, 'Your result is here.', false],
    ['correctionrequest', false, 'You reported an error.', false],
    ['clearidaction', false, 'Your ID photos couldn’t be read.', false],
    ['done', false, 'Complete.', false],
    ['refunded', false, 'Refunded.', false],
  ])('an application that is %s (under review: %s) says "%s"', (code, under_review, title, waits) => {
    const application = {
      composite_status_code: code,
      composite_status: 'Refunded',
      under_review,
      provider: 'The agency',
    } as Parameters<typeof noticeOf>[0];
    const notice = noticeOf(application);
    expect(notice.title).toBe(title);
    expect([notice.waiting ?? false, notice.changes ?? false]).toEqual([waits, waits]);
    expect(isWithAgency(application)).toBe(waits);
  });
});

describe('a receipt says what follows, or what has become of the purchase', () => {
  const steps = [
    { step_key: 'esign', esign_step_number: 1, completed: true },
    { step_key: 'name', esign_step_number: 2, completed: false },
    { step_key: 'review', esign_step_number: 3, completed: false },
  ];
  test.each([
    ['paid', 'paid', 'Almost Done', /^Your background check is paid.* about 2 minutes/, '/next'],
    [
      'waituser',
      'paid',
      'Application started',
      /about 2 minutes more/,
      '/user/application/next?applicationid=7',
    ],
    ['submitted', 'paid', 'Submitted', /The agency has your application/, undefined],
    [
      'newrequiresapproval',
      'paid',
      'Your result is here',
      /until you activate/,
      '/user/scoreapproval?applicationid=7',
    ],
    ['done', 'paid', 'Complete', /You activated the score/, '/user'],
    ['done', 'returned', 'Refunded', /Everything that you paid for this check was refunded/, undefined],
    ['refunded', 'returned', 'Refunded', /Everything that you paid/, undefined],
    ['cancelled', 'paid', 'Canceled', /This application is closed/, undefined],
  ])('%s, with its money %s', (code, payment, title, text, to) => {
    const application = {
      composite_status_code: code,
      composite_status: 'Canceled',
      applicationid: '7',
      provider: 'The agency',
      payment,
    };
    const data = { steps, workflowstep: 2, application } as unknown as Parameters<typeof followingOf>[0];
    const following = followingOf(data, '/next');
    expect([following.title, following.action?.to]).toEqual([title, to]);
    expect(following.text).toMatch(text);
  });

  test('a check that another account has now', () => {
    expect(followingOf(null, '/next')).toEqual({ title: 'This check was moved', text: expect.any(String) });
  });
});

describe('a draft', () => {
  const { name, jurisdictions, address } = draftedSteps;

  test.each([
    ['nothing and an empty text', name, {}, { firstname: '' }, true],
    ['another first name', name, { firstname: 'Ada' }, { firstname: 'Eda' }, false],
    ['an SSN, which is no part of it', name, { ssn: '900000001' }, {}, true],
    ['the same states in another order', jurisdictions, list('TX', 'NY'), list('NY', 'TX'), true],
    ['one state', jurisdictions, list('TX'), { selected_jurisdictions: 'TX' }, true],
    ['another state', jurisdictions, list('TX'), list('NY'), false],
    ['none, ticked', jurisdictions, { none: 'on' }, { none: true }, true],
    ['none, told', jurisdictions, { none: 'YES' }, { none: 'true' }, true],
    ['none, ticked by script or not', jurisdictions, { none: true }, { none: false }, false],
    ['none, ticked in the form or not', jurisdictions, { none: 'on' }, {}, false],
    ['no states and an empty list', jurisdictions, {}, list(), true],
    ['nothing and an empty list', jurisdictions, { selected_jurisdictions: null }, list(), true],
    ['none, not ticked', jurisdictions, { none: 'YES' }, { none: false }, false],
    ['the same previous address', address, previous('Austin'), previous('Austin'), true],
    ['another previous address', address, previous('Austin'), previous('Waco'), false],
    ['one previous address more', address, previous('Austin'), previous('Austin', 'Waco'), false],
    ['a previous address without anything', address, { previous_addresses: [undefined] }, previous(''), true],
  ])('%s: whether it is what was saved', (_what, fields, one, other, same) => {
    expect(isSame(fields, one, other)).toBe(same);
    expect(isSame(fields, other, one)).toBe(same);
  });

  function list(...selected_jurisdictions: string[]) {
    return { selected_jurisdictions };
  }

  function previous(...cities: string[]) {
    return { previous_addresses: cities.map((city) => ({ city })) };
  }

  test('is kept of three steps', () => {
    expect(['jurisdictions', 'name', 'address', 'submit', 'toString', null].map(isDrafted)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('comes before what was saved, and what was saved never brings an SSN', () => {
    const page = {
      draft: null,
      profile: { firstname: 'Ada', ssn: '900000001', dateofbirth: '1980-02-01' },
      jurisdiction_list: [
        { abbr: 'TX', selected: true },
        { abbr: 'NY', selected: false },
      ],
      no_jurisdictions: 'NO',
    } as unknown as Parameters<typeof valuesOf>[1];
    expect(valuesOf('jurisdictions', page)).toEqual({ selected_jurisdictions: ['TX'], none: 'NO' });
    expect(valuesOf('name', page)).toEqual({
      firstname: 'Ada',
      dateofbirth: '02/01/1980',
      confirmdateofbirth: '02/01/1980',
    });
    expect(valuesOf('address', page)).toEqual({ firstname: 'Ada', dateofbirth: '1980-02-01' });
    expect(valuesOf('name', { ...page, profile: null } as typeof page)).toEqual({
      dateofbirth: '',
      confirmdateofbirth: '',
    });
    const draft = { firstname: 'Eda' };
    expect(valuesOf('name', { ...page, draft } as typeof page)).toEqual(draft);
  });
});

test.each([
  ['the first step of a decision that is not made', {}, undefined, 'intro'],
  ['the terms', {}, 'terms', 'terms'],
  ['the review, before the terms are accepted', {}, 'review', 'terms'],
  ['the review', { acceptterms: true }, 'review', 'review'],
  ['the error, before the terms are accepted', {}, 'error', 'terms'],
  ['the error', { acceptterms: true }, 'error', 'error'],
  ['the end of a decision that is not made', { acceptterms: true }, 'end', 'intro'],
  ['anything after an error was reported', { reviewaction: 'reporterror' }, 'review', 'correction'],
  ['anything after the score was accepted', { reviewaction: 'accept' }, 'review', 'sharing'],
  ['the end after the score was accepted', { reviewaction: 'accept' }, 'end', 'end'],
] as const)('who asks for %s is shown what they may see', (_what, approval, step, shown) => {
  const decided = { acceptterms: false, nextstep: acceptanceSteps.sharing, ...approval };
  const number = step && String(acceptanceSteps[step]);
  expect(admitStep(decided as unknown as Approval, number)).toBe(shown);
});

test('an unknown number is that of the first step', () => {
  expect([stepOfNumber('99'), stepOfNumber(undefined), stepOfNumber(acceptanceSteps.end)]).toEqual([
    'intro',
    'intro',
    'end',
  ]);
});

test('the decision has five places, of which sharing replaces the error', () => {
  expect(Object.entries(progress).map(([step, { at }]) => `${step} ${at}`)).toEqual([
    'intro 1',
    'terms 2',
    'review 3',
    'error 4',
    'correction 5',
    'sharing 4',
    'end 5',
  ]);
  expect(progressSteps).toBe(5);
});

test('the tour leaves out what the person does not have', () => {
  const texts = tourStepNames.map((name): TourText => ({ name, title: '', text: '' }));
  const shown = (parts: Partial<TourParts>) =>
    tourFor(texts, { firstCheck: false, dashboard: false, alerts: false, ...parts }).map(({ name }) => name);
  const always = ['search', 'shieldid', 'invitations', 'profile', 'network', 'end'];
  const more = (parts: Partial<TourParts>) => shown(parts).filter((name) => !always.includes(name));
  expect(shown({})).toEqual(always);
  expect(more({ firstCheck: true })).toEqual(['offer']);
  expect(more({ dashboard: true })).toEqual(['dashboard', 'charts']);
  expect(more({ alerts: true })).toEqual(['alerts']);
});

test('terms that are due are told from every other error', () => {
  const error = (status: number, data: unknown) => ({ status, data, statusText: '', internal: false });
  const due = { kind: 'terms-due', documents: [], accepted_before: true };
  expect(termsDueIn(error(403, due))).toEqual(due);
  for (const other of [error(401, due), error(403, null), error(403, { kind: 'x' }), new Error('x'), null])
    expect(termsDueIn(other)).toBeNull();
  expect([termsTitle({ accepted_before: true }), termsTitle({ accepted_before: false })]).toEqual([
    'The terms have changed',
    'Read the terms',
  ]);
});
