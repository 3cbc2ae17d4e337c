import { expect, test } from 'vitest';
import { showCardFrame } from '#sandboxes/payments/pages/card-frame.ts';
import { parsePage } from '#test/form-browser/parse-page.ts';

test.each([
  [true, ['expiry', 'cvc', 'zip']],
  [false, ['expiry', 'cvc']],
])('the short fields of a card stand in one row (asks for the ZIP: %s)', (asksZip, names) => {
  const page = parsePage(showCardFrame(asksZip).body);
  const [row, ...others] = page.elements.filter((element) => element.getAttribute('class') === 'short');
  expect(others).toEqual([]);
  const inputs = page.elements.filter((element) => element.name === 'input' && row?.contains(element));
  expect(inputs.map((input) => input.getAttribute('name'))).toEqual(names);
});
