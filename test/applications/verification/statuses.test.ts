import { expect, test } from 'vitest';
import { checkMyVerification, getVerificationStatus } from '#modules/applications/index.ts';
import {
  mayBecome,
  openVerifications,
  staffStatus,
  stateOf,
  type VerificationStatus,
  verificationStatuses,
} from '#modules/applications/verification/statuses.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const row = (status: VerificationStatus, started_at = at(0), application_id = 'this') => ({
  application_id,
  status,
  started_at,
});

test('a verification moves as the provider says until it is decided, and staff decide only on a review', () => {
  const decided = ['approved', 'review', 'rejected', 'clearidaction', 'abandoned'];
  expect(
    verificationStatuses.map((from) => [from, verificationStatuses.filter((to) => mayBecome(from, to))]),
  ).toEqual([
    ['awaiting_input', ['processing', ...decided]],
    ['processing', ['awaiting_input', ...decided]],
    ['approved', []],
    ['review', ['approved', 'rejected']],
    ['rejected', []],
    ['clearidaction', []],
    ['abandoned', []],
  ]);
  expect(openVerifications).toEqual(['awaiting_input', 'processing', 'review']);
});

test('staff read one word for what waits for the person or the provider', () => {
  expect(verificationStatuses.map(staffStatus)).toEqual([
    'PENDING',
    'PENDING',
    'APPROVED',
    'REVIEW',
    'REJECTED',
    'CLEARIDACTION',
    'ABANDONED',
  ]);
});

test('the answers to the page name every state', () => {
  const states = [
    'need_verification',
    'start_verification',
    'processing',
    'existing_verification',
    'approved',
    'rejected',
    'clearidaction',
  ];
  const { user_verification: first } = checkMyVerification.output.shape;
  const { verification_status: polled } = getVerificationStatus.output.shape;
  expect([...states, 'waiting_review'].filter((state) => !first.safeParse(state).success)).toEqual([]);
  expect([...states, 'review'].filter((state) => !polled.safeParse(state).success)).toEqual([]);
});

test.each<[string, Parameters<typeof stateOf>, string]>([
  ['nothing was begun', ['this', null, null, null], 'need_verification'],
  ['a run was abandoned', ['this', row('abandoned'), null, null], 'need_verification'],
  ['the approved one has expired', ['this', row('approved'), null, null], 'need_verification'],
  ['a run waits for the images', ['this', row('awaiting_input'), null, null], 'start_verification'],
  ['the images are checked', ['this', row('processing'), null, null], 'processing'],
  ['staff look at them', ['this', row('review'), null, null], 'review'],
  ['it was rejected', ['this', row('rejected'), null, null], 'rejected'],
  ['the images could not be read', ['this', row('clearidaction'), null, null], 'clearidaction'],
  ['it is approved', ['this', row('approved'), row('approved'), null], 'approved'],
  [
    'that of another application counts',
    ['this', row('rejected'), row('approved', at(0), 'other'), null],
    'existing_verification',
  ],
  [
    'staff began anew although one counts',
    ['this', row('awaiting_input', at(1)), row('approved'), null],
    'start_verification',
  ],
  [
    'the agency asks for the images again although one counts',
    ['this', row('approved'), row('approved'), at(1)],
    'clearidaction',
  ],
  ['the rejected one is older than that', ['this', row('rejected', at(0)), null, at(1)], 'clearidaction'],
  ['one was rejected at that moment', ['this', row('rejected', at(1)), null, at(1)], 'rejected'],
  ['one was rejected later', ['this', row('rejected', at(2)), null, at(1)], 'rejected'],
  ['one was abandoned later', ['this', row('abandoned', at(2)), null, at(1)], 'clearidaction'],
  ['nothing was begun since', ['this', null, null, at(1)], 'clearidaction'],
  ['the images are taken again', ['this', row('awaiting_input', at(2)), null, at(1)], 'start_verification'],
])('where %s, the person is there', (_what, given, state) => {
  expect(stateOf(...given)).toBe(state);
});
