import { createElement } from 'react';
import { expect, test } from 'vitest';
import { DeadLink } from '#app/components/index.ts';
import { renderedAt } from '../rendered.ts';

const page = (shownFor: string | null) =>
  renderedAt('/undo/x', createElement(DeadLink, { lead: 'It was used.' }), { shownFor });

test('the page of a dead link leads to the log-in page, and whoever is logged in to their home page', () => {
  expect(page(null)).toMatch(/href="\/login"[^>]*>Back to Login</);
  expect(page('the mark of an account')).toMatch(/href="\/user"[^>]*>Go to your home page</);
});
