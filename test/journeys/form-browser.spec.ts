import type { Page } from '@playwright/test';
import type { DomElement } from '#test/form-browser/dom.ts';
import { entriesOf } from '#test/form-browser/form-data.ts';
import type { FormFrame } from '#test/form-browser/frame.ts';
import type { Rendering } from '#test/form-browser/rendering.ts';
import { fold } from '#test/form-browser/text.ts';
import { faultOf } from '#test/form-browser/validation.ts';
import { expect, test } from '../browser/fixtures.ts';
import { formPageOf, openFormContext } from '../browser/form-context.ts';

/** Pages that anybody may see, among them every piece in every state. */
const addresses = [
  '/dev/ui',
  '/dev/ui/sure',
  '/dev/frame/user',
  '/dev/frame/flow',
  '/dev/frame/staff',
  '/dev/frame/solo',
  '/dev/frame/404',
  '/login',
  '/user/join',
  '/support',
];

for (const address of addresses) {
  test(`the form browser sees ${address} as Chromium does`, { tag: '@browser-plain' }, async ({
    page,
    baseURL,
  }) => {
    // The page with all pieces shows some of them several times, with the same ids.
    const context = openFormContext({ baseURL, headers: {}, patience: 0, faults: [] });
    const formPage = formPageOf(await context.newPage());
    if (!formPage) throw new Error('the context opened no page of the form browser');
    await page.goto(address);
    await formPage.goto(address);
    const frame = formPage.mainFrame();
    expect(lines(frame.rendering.innerTextOf(frame.document.body)), 'the text').toEqual(
      lines(await page.locator('body').innerText()),
    );
    expect(hiddenElements(frame), 'hidden elements').toEqual(await readHiddenElements(page));
    await expectSameRoles(page, frame);
    expect(sentByForms(frame), 'the data of forms').toEqual(await readSentByForms(page));
    expect(invalidControls(frame), 'invalid controls').toEqual(await readInvalidControls(page));
    await context.close();
  });
}

function lines(text: string): string[] {
  return text
    .split(/[\n\t]/)
    .map(fold)
    .filter(Boolean);
}

function hiddenElements({ document, rendering }: FormFrame): string[] {
  return document.elements
    .filter((element) => document.body.contains(element) && !isSeen(element, rendering))
    .filter((element) => element.closest('[aria-hidden=true]') === null)
    .map(({ name, attribs }) => `${name} ${attribs.id ?? ''} ${attribs.class ?? ''}`);
}

/** Chromium says of an element without a box of its own what it says of the one around it. */
function isSeen(element: DomElement, rendering: Rendering): boolean {
  const isContents = rendering.cascade.valueOf(element, 'display') === 'contents';
  return isContents ? rendering.isExposed(element) : rendering.isVisible(element);
}

function readHiddenElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body, body *')]
      .filter((element) => element.closest('[aria-hidden=true]') === null)
      .filter((element) => {
        const isContents = getComputedStyle(element).display === 'contents';
        const shown = isContents ? element.parentElement : element;
        return !shown?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false });
      })
      .map(
        (element) =>
          `${element.localName} ${element.getAttribute('id') ?? ''} ${element.getAttribute('class') ?? ''}`,
      ),
  );
}

/** For each role, as many elements with each name: Playwright asks Chromium for what the form browser found. */
async function expectSameRoles(page: Page, { document, rendering }: FormFrame): Promise<void> {
  const found = new Map<string, Map<string, number>>();
  for (const element of document.elements) {
    const role = rendering.roleOf(element);
    if (
      role === null ||
      role === 'document' ||
      !document.body.contains(element) ||
      !rendering.isExposed(element)
    )
      continue;
    const names = found.get(role) ?? new Map<string, number>();
    const name = rendering.nameOf(element);
    names.set(name, (names.get(name) ?? 0) + 1);
    found.set(role, names);
  }
  const differences: string[] = [];
  for (const role of roles) {
    const names = found.get(role) ?? new Map<string, number>();
    const expected = [...names.values()].reduce((sum, count) => sum + count, 0);
    const count = await page.getByRole(role).count();
    if (count !== expected) differences.push(`${role}: ${expected} instead of ${count}`);
    for (const [name, each] of names) {
      if (name === '') continue;
      const named = await page.getByRole(role, { name, exact: true }).count();
      if (named !== each) differences.push(`${role} '${name}': ${each} instead of ${named}`);
    }
  }
  expect(differences, 'roles and names').toEqual([]);
}

const roles = [
  'alert',
  'article',
  'banner',
  'button',
  'caption',
  'cell',
  'checkbox',
  'columnheader',
  'combobox',
  'complementary',
  'contentinfo',
  'definition',
  'dialog',
  'figure',
  'form',
  'group',
  'heading',
  'img',
  'link',
  'list',
  'listbox',
  'listitem',
  'main',
  'navigation',
  'option',
  'progressbar',
  'radio',
  'region',
  'row',
  'rowgroup',
  'rowheader',
  'search',
  'searchbox',
  'spinbutton',
  'status',
  'switch',
  'table',
  'term',
  'textbox',
] as const;

function sentByForms({ document }: FormFrame): string[][] {
  return document
    .querySelectorAll('form')
    .map((form) =>
      entriesOf(form, null).map(
        ([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`,
      ),
    );
}

function readSentByForms(page: Page): Promise<string[][]> {
  return page.evaluate(() =>
    [...document.forms].map((form) =>
      [...new FormData(form)].map(
        ([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`,
      ),
    ),
  );
}

function invalidControls({ document }: FormFrame): string[] {
  return document.querySelectorAll('input, select, textarea').flatMap((control) => {
    const fault = faultOf(control);
    return fault === null ? [] : `${control.getAttribute('name')} ${fault}`;
  });
}

function readInvalidControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')].flatMap((control) => {
      if (!control.willValidate) return [];
      const faults = [
        'valueMissing',
        'typeMismatch',
        'patternMismatch',
        'tooShort',
        'rangeUnderflow',
        'rangeOverflow',
        'stepMismatch',
      ];
      const fault = faults.find((name) => control.validity[name as keyof ValidityState]);
      return fault ? `${control.getAttribute('name')} ${fault}` : [];
    }),
  );
}
