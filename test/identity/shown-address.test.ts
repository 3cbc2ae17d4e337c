import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Email } from '#app/components/email.tsx';
import { maskEmail } from '#modules/identity/rules.ts';

test('pages and masks show an address as people write it', () => {
  const shown = renderToStaticMarkup(createElement(Email, { value: 'gina@xn--mller-kva.example' }));
  expect(shown.replaceAll(/<[^>]+>/g, '')).toBe('gina@müller.example');
  expect(maskEmail('gina@xn--mller-kva.example')).toBe('g•••@müller.example');
  expect(maskEmail('gina@xn--80ak6aa92e.com')).toBe('g•••@xn--80ak6aa92e.com');
});
