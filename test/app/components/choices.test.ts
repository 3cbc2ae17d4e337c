import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ChoiceCard, Switch } from '#app/components/form/choices.tsx';
import { PasswordField } from '#app/components/form/password.tsx';
import { changePasswordFields } from '#modules/identity/fields.ts';
import { bind, fields } from '#modules/platform/fields/field.ts';
import { id, tick } from '#modules/platform/fields/kinds.ts';
import { parsePage } from '#test/form-browser/parse-page.ts';
import { renderedAt } from '../rendered.ts';

const bound = bind(fields({ sharing: tick('Share my score'), packageid: id() }));

const rendered = (part: ReactNode) => parsePage(renderedAt('/', part));

/** The texts of the elements that an attribute of the input refers to. */
function said(part: ReactNode, attribute: string): string[] {
  const page = rendered(part);
  const ids = page.querySelector('input')?.getAttribute(attribute)?.split(' ') ?? [];
  return ids.map((each) => page.getElementById(each)?.textContent ?? 'missing');
}

test('a switch has its label as its name, and its note describes it', () => {
  const withNote = createElement(Switch, { field: bound.sharing, note: 'When off, no one sees it.' });
  expect(said(withNote, 'aria-labelledby')).toEqual(['Share my score']);
  expect(said(withNote, 'aria-describedby')).toEqual(['When off, no one sees it.']);
  expect(said(createElement(Switch, { field: bound.sharing }), 'aria-labelledby')).toEqual([]);
});

test('a package has its title and price as its name, and the rest describes it', () => {
  const card = createElement(ChoiceCard<typeof bound.packageid.field>, {
    field: bound.packageid,
    value: 'p1',
    label: 'New York',
    price: '$79',
    note: 'For people who live in New York.',
    detail: 'Valid for 1 year.',
  });
  expect(said(card, 'aria-labelledby')).toEqual(['New York', '$79']);
  expect(said(card, 'aria-describedby')).toEqual(['For people who live in New York.', 'Valid for 1 year.']);
});

test('each button that shows a password says which', () => {
  const { currentpassword, newpassword, confirmpassword } = bind(changePasswordFields);
  const page = rendered(
    [currentpassword, newpassword, confirmpassword].map((field) =>
      createElement(PasswordField, { key: field.name, field }),
    ),
  );
  expect(page.elements.flatMap((each) => each.getAttribute('aria-label') ?? [])).toEqual([
    'Show current password',
    'Show new password',
    'Show password confirmation',
  ]);
});
