import { describe, expect, it, test } from 'vitest';
import { describeAgent } from '#modules/identity/agents.ts';
import {
  changeOfMind,
  exportKept,
  identityLimits,
  identityTimings,
  limitAnswerBusinessDays,
  mailChoiceKept,
  mailsCounted,
  photoBytes,
  resendLock,
  staffSessionLongest,
} from '#modules/identity/limits.ts';
import { deadlines } from '#modules/identity/privacy/deadlines.ts';
import {
  codeLifetime,
  loginDelay,
  maskEmail,
  maskPhone,
  maskSsn,
  secondStepDue,
  type TwoStepMethod,
} from '#modules/identity/rules.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#modules/platform/browser.ts';

/** The rules of identity that are pure functions, and its times and limits as the decisions name them. */

const due = (step: Partial<Parameters<typeof secondStepDue>[0]>) =>
  secondStepDue({
    role: 'USER',
    emailVerified: true,
    twoStepMethod: 'EMAIL',
    done: false,
    remembered: false,
    ...step,
  });

describe('D11, D70: a second step is due', () => {
  it.each<TwoStepMethod>(['EMAIL', 'SMS', 'OTPAPP'])('by %s, until it is done', (twoStepMethod) => {
    expect([due({ twoStepMethod }), due({ twoStepMethod, done: true })]).toEqual([true, false]);
  });

  it('not before the address is proven, not in a remembered browser, and not where it is off', () => {
    expect(due({ emailVerified: false })).toBe(false);
    expect(due({ remembered: true })).toBe(false);
    expect(due({ twoStepMethod: 'DISABLED' })).toBe(false);
  });

  it('always for staff, until they have done it', () => {
    const role = 'ADMIN';
    const cases = [
      {},
      { emailVerified: false },
      { remembered: true },
      { twoStepMethod: 'DISABLED' },
    ] as const;
    for (const each of cases) expect(due({ role, ...each })).toBe(true);
    expect(due({ role, done: true })).toBe(false);
  });
});

test.each([
  [0, 0],
  [4, 0],
  [5, 5 * SECOND],
  [6, 10 * SECOND],
  [9, 80 * SECOND],
  [10, 15 * MINUTE],
  [50, 15 * MINUTE],
])('D13: after %i failures a sign-in waits %i ms', (failures, wait) => {
  expect(loginDelay(failures)).toBe(wait);
});

test('D12: a code works ten minutes, that of a recovery fifteen', () => {
  const purposes = ['register', 'two-step', 'contact', 'email-change', 'invitation', 'recovery'] as const;
  expect(purposes.map(codeLifetime)).toEqual([10, 10, 10, 10, 10, 15].map((minutes) => minutes * MINUTE));
});

test('what is shown of an address, a number and an SSN does not tell the rest', () => {
  expect(maskEmail('dana@example.com')).toBe('d•••@example.com');
  expect(maskEmail('"a@b"@example.com')).toBe('"•••@example.com');
  expect(maskPhone('5125550118')).toBe('512-•••-••18');
  expect(maskSsn('900001234')).toBe('***-**-1234');
});

const like = 'Mozilla/5.0 (KHTML, like Gecko)';
test.each([
  [`${like} (Windows NT 10.0) Chrome/130.0 Safari/537.36`, 'Chrome on Windows'],
  [`${like} (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0`, 'Edge on Windows'],
  [`${like} (Windows NT 10.0) Chrome/130.0 Safari/537.36 OPR/115.0`, 'Opera on Windows'],
  [
    `${like} (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${like} (X11; CrOS x86_64) Chrome/130.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [`${like} (X11; Linux x86_64) Firefox/132.0`, 'Firefox on Linux'],
  [`${like} (Macintosh; Intel Mac OS X 10_15) Version/18.0 Safari/605.1`, 'Safari on Mac'],
  [`${like} (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/130.0 Safari/604.1`, 'Chrome on iPhone'],
  [`${like} (iPad; CPU OS 18_0 like Mac OS X) FxiOS/132.0 Safari/604.1`, 'Firefox on iPad'],
  ['curl/8.5 (Linux)', 'Unknown browser on Linux'],
  ['', 'Unknown browser'],
])('the browser %j is called %s', (agent, name) => {
  expect(describeAgent(agent)).toBe(name);
});

test('the times are those of the decisions', () => {
  expect(identityTimings).toEqual({
    'session.idle': 30 * MINUTE,
    'session.absolute': 12 * HOUR,
    'session.admin-idle': 15 * MINUTE,
    'session.poll': 30 * SECOND,
    'session.refresh': 5 * MINUTE,
    'hand-off.lifetime': 1 * MINUTE,
    'code.lifetime': 10 * MINUTE,
    'code.resend-lock': 30 * SECOND,
    'code.other-method-closes': 5 * SECOND,
    'login.lock': 15 * MINUTE,
    'recovery.code-lifetime': 15 * MINUTE,
    'password.recent-two-step': 10 * MINUTE,
    'profile.toast-cleared': 2 * SECOND,
    'passkey.challenge': 5 * MINUTE,
    'undo.lifetime': 72 * HOUR,
    'browser.remembered': 30 * DAY,
  });
  expect([changeOfMind, exportKept, mailChoiceKept, staffSessionLongest, mailsCounted, resendLock]).toEqual([
    30 * DAY,
    3 * DAY,
    3 * DAY,
    60 * MINUTE,
    1 * DAY,
    5 * MINUTE,
  ]);
  // Fifteen business days are three weeks.
  expect(limitAnswerBusinessDays).toBe(15);
  expect(deadlines).toEqual({
    limit: 21 * DAY,
    export: 45 * DAY,
    deletion: 45 * DAY,
    waitingDeletion: 90 * DAY,
  });
});

test('the limits are those of the decisions', () => {
  expect(photoBytes).toBe(10 * 1024 * 1024);
  expect(identityLimits).toEqual({
    'code.length-characters': 6,
    'code.tries-count': 5,
    'method.starts-an-hour-count': 10,
    'recovery.codes-count': 10,
    'passkey.most-count': 10,
    'login.slower-after-failures': 5,
    'login.locked-after-failures': 10,
    'register.tells-an-hour-count': 20,
    'mails.of-a-kind-count': 5,
    'mails.of-all-kinds-count': 20,
    'mails.invitations-count': 10,
    'email.top-level-domain-letters': [2, 24],
    'mobile.digits': 10,
    'password.characters': [8, 128],
    'password.strength-points': [30, 40],
    'profile.postal-code-digits': 5,
  });
});
