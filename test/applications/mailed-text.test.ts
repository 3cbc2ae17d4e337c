import { expect, test } from 'vitest';
import { requireNoSsn, requireNoSsnIn } from '#modules/applications/mailed-text.ts';

/** Where a text says a whole SSN, and where it only looks like that. */

const withNumber = ['900-00-0004', 'It is 900 00 0004', '900000004 is it', 'Call (900-00-0004)'];
const without = ['', 'ZIP 78701-0004', 'Call 512-555-0100', 'Order 9000000040', 'A900000004', '900-00-000'];

test.each(withNumber)('%j holds one', (text) => {
  expect(() => requireNoSsn('note', text)).toThrow(
    expect.objectContaining({
      code: 'invalid-input',
      options: expect.objectContaining({
        field: 'note',
        issues: { note: ['Leave the number out: this text goes out by email'] },
      }),
    }),
  );
  expect(() => requireNoSsnIn({ city: 'Austin', address1: text })).toThrow(
    expect.objectContaining({
      options: expect.objectContaining({
        field: 'address1',
        issues: { address1: ['Leave the Social Security number out'] },
      }),
    }),
  );
});

test.each(without)('%j holds none', (text) => {
  expect(() => requireNoSsn('note', text)).not.toThrow();
  expect(() => requireNoSsnIn({ city: 'Austin', address1: text })).not.toThrow();
});
