import { expect, test } from 'vitest';
import { withoutSecrets } from '#modules/platform/mail/shown-again.ts';

test('a mail that is shown again has a mark in place of a code and of a link, also of a link with the code', () => {
  const text = `Enter this code:

    CDHRXC

Continue to log in:
https://portal.example.com/verify?code=CDHRXC

Never share this code.`;
  expect(withoutSecrets({ text, code: 'CDHRXC' })).toBe(`Enter this code:

    [code, not shown again]

Continue to log in:
[link, not shown again]

Never share this code.`);
  expect(withoutSecrets({ text: 'See http://a.test/b and more', code: null })).toBe(
    'See [link, not shown again] and more',
  );
});
