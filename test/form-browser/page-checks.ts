/** What is wrong with any page that a person gets. */
import type { DomDocument, DomElement } from './dom.ts';
import type { Rendering } from './rendering.ts';

/** Must have an accessible name wherever they are shown. */
const named =
  'a[href], button, input, select, textarea, summary, iframe, dialog[open], [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab]';

/** @returns one text for each fault */
export function checkPage(document: DomDocument, rendering: Rendering): string[] {
  return [
    ...findDoubledIds(document).map((id) => `page: several elements have the id ${id}`),
    ...document
      .querySelectorAll(named)
      .filter((element) => rendering.isExposed(element) && !hasName(element, rendering))
      .map((element) => `page: ${describe(element)} has no accessible name`),
    ...document.querySelectorAll('img:not([alt])').map((image) => `page: ${describe(image)} has no alt`),
    ...(document.title === '' ? ['page: there is no title'] : []),
    ...(document.documentElement.getAttribute('lang') ? [] : ['page: there is no language']),
  ];
}

function hasName(element: DomElement, rendering: Rendering): boolean {
  return (
    (rendering.nameOf(element) || (element.name === 'iframe' ? element.getAttribute('title') : '')) !== ''
  );
}

function findDoubledIds(document: DomDocument): string[] {
  const known = new Set<string>();
  const doubled = new Set<string>();
  for (const { id } of document.elements) {
    if (id === '') continue;
    (known.has(id) ? doubled : known).add(id);
  }
  return [...doubled];
}

/** The start tag of an element. */
export function describe({ name, attribs }: DomElement): string {
  const attributes = Object.entries(attribs).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${attributes.join('')}>`;
}
