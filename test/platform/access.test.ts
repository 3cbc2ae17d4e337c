import { expect, test } from 'vitest';
import {
  type Access,
  type Actor,
  actors,
  anyone,
  type Caller,
  person,
  signedIn,
  staff,
  teamRoles,
} from '#modules/platform/caller.ts';

/** Whom a rule lets in, by what is missing in the session. */

const complete = {
  role: 'USER',
  twoStepDone: true,
  termsAccepted: true,
  emailVerified: true,
  adminAccountId: null,
} as Caller;
const admin = { ...complete, role: 'ADMIN' } as const;
const actingStaff = { ...complete, adminAccountId: '01900000-0000-7000-8000-000000000001' };

/** The code of the refusal; null if the caller is let in as they are. */
function codeOf(rule: Access<unknown>, caller: Caller | null): string | null {
  try {
    expect(rule.admit(caller)).toBe(caller);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test.each<[string, Caller | null, (string | null)[]]>([
  ['no session', null, [null, 'no-session', 'no-session', 'no-session']],
  ['a complete session', complete, [null, null, null, 'not-found']],
  ['no second step', { ...complete, twoStepDone: false }, [null, null, 'two-step-needed', 'not-found']],
  ['no terms', { ...complete, termsAccepted: false }, [null, null, 'terms-needed', 'not-found']],
  [
    'no proven address',
    { ...complete, emailVerified: false },
    [null, null, 'verification-needed', 'not-found'],
  ],
  [
    'no second step and no terms',
    { ...complete, twoStepDone: false, termsAccepted: false },
    [null, null, 'two-step-needed', 'not-found'],
  ],
  ['staff', admin, [null, null, null, null]],
  [
    'staff without the second step',
    { ...admin, twoStepDone: false },
    [null, null, 'two-step-needed', 'two-step-needed'],
  ],
  [
    'staff without the terms',
    { ...admin, termsAccepted: false },
    [null, null, 'terms-needed', 'terms-needed'],
  ],
  [
    'staff with neither',
    { ...admin, twoStepDone: false, termsAccepted: false },
    [null, null, 'two-step-needed', 'two-step-needed'],
  ],
  ['staff who act as a person', actingStaff, [null, null, null, 'not-found']],
  // They cannot accept the terms for the person.
  ['staff who act, without terms', { ...actingStaff, termsAccepted: false }, [null, null, null, 'not-found']],
  ['staff who act as staff', { ...actingStaff, role: 'ADMIN' }, [null, null, null, 'not-found']],
])('%s', (_what, caller, codes) => {
  expect([anyone, signedIn, person, staff].map((rule) => codeOf(rule as Access<unknown>, caller))).toEqual(
    codes,
  );
});

const sessions: Record<Actor, Caller | null> = {
  anonymous: null,
  unverified: { ...complete, emailVerified: false },
  'two-step-pending': { ...complete, twoStepDone: false },
  individual: complete,
  viewer: { ...complete, teamRole: 'viewer' },
  'team-admin': { ...complete, teamRole: 'admin' },
  owner: { ...complete, teamRole: 'owner' },
  'staff-password-only': { ...admin, twoStepDone: false },
  staff: admin,
  'staff-as-user': actingStaff,
};

test.each([anyone, signedIn, person, staff])('$name lets in whom it says', (rule) => {
  const kinds = Object.keys(sessions) as Actor[];
  expect(actors).toEqual(kinds);
  expect(teamRoles).toEqual(['owner', 'admin', 'viewer']);
  expect(kinds.filter((kind) => codeOf(rule, sessions[kind]) === null)).toEqual(rule.admits);
});
