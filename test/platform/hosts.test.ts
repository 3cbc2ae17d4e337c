import { expect, test } from 'vitest';
import { hostSkeleton, readHostLabel } from '#modules/platform/fields/hosts.ts';

test.each(['acme', 'Acme', ' acme ', 'a', 'a-b', 'x'.repeat(63), '4ever', 'abc--d', 'wwws', 'admins'])(
  'a company may have the label %j',
  (typed) => {
    expect(readHostLabel(typed)).toBe(typed.trim().toLowerCase());
  },
);

test.each([
  '',
  '-a',
  'a-',
  'a.b',
  'a_b',
  'a b',
  'é',
  'аcme',
  'acme。com',
  'x'.repeat(64),
  // Labels of other scripts.
  'xn--80ak6aa92e',
  'XN--acme',
  'ab--cd',
  // The portal's own, and what looks like them.
  'www',
  'vvww',
  'api',
  'admin',
  'app',
  'mail',
  'rnail',
  'smtp',
  'static',
  'cdn',
  'status',
  'log-in',
  '1ogin',
  'supp0rt',
  'shieldhub',
  'shie1dhub',
  '5hi3ldhub',
  '4dmin',
  'shield-hub',
  'my-shieldhub-login',
])('no company may have the label %j', (typed) => {
  expect(readHostLabel(typed)).toBeNull();
});

test.each([
  ['acme', 'ac-me'],
  ['moon', 'rn00n'],
  ['willow', 'vvi11ow'],
  ['cedarpines', 'c3d4rp1ne5'],
])('%s and %s look alike', (one, other) => {
  expect(hostSkeleton(one)).toBe(hostSkeleton(other));
});
