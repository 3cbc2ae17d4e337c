import { expect, test } from 'vitest';
import { parsePage } from '#test/form-browser/parse-page.ts';
import { openSandbox } from './sandbox.ts';

const world = await openSandbox();

test.each([
  ['yes', ['expiry', 'cvc', 'zip']],
  ['no', ['expiry', 'cvc']],
])('the short fields of a card stand in one row (asks for the ZIP: %s)', async (zip, names) => {
  const answer = await fetch(`${world.sandbox.url}/v3/card?zip=${zip}`);
  const page = parsePage(await answer.text());
  const [row, ...others] = page.elements.filter((element) => element.getAttribute('class') === 'short');
  expect(others).toEqual([]);
  const inputs = page.elements.filter((element) => element.name === 'input' && row?.contains(element));
  expect(inputs.map((input) => input.getAttribute('name'))).toEqual(names);
});
