import { expect, test } from 'vitest';
import { hashRecoveryCode } from '#modules/identity/two-step/recovery-code-set.ts';
import { newId } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

test('a recovery code is read as its owner copies it: in either case, grouped or not, with what letters look like', () => {
  const accountId = newId();
  const hash = (code: string) => hashRecoveryCode({ portal }, accountId, code);
  const shown = hash('OIBAB-CDEFG');
  for (const typed of [
    'oibab-cdefg',
    'OIBABCDEFG',
    ' oibab cdefg ',
    '018AB-CDEFG',
    '0ibab-cdefg',
    'o1bab.cdefg',
  ])
    expect(hash(typed), typed).toBe(shown);
  for (const other of ['OIBAB-CDEFH', 'OIBAB-CDEF', '2IBAB-CDEFG'])
    expect(hash(other), other).not.toBe(shown);
  expect(hashRecoveryCode({ portal }, newId(), 'OIBAB-CDEFG')).not.toBe(shown);
});
