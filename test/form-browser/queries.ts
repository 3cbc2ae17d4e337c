/** How locators find elements, with the rules of Playwright. */
import { isDisabled } from './controls.ts';
import { DomDocument, type DomElement, descendantsOf, type Scope } from './dom.ts';
import { NeedsBrowser } from './needs-browser.ts';
import type { Rendering } from './rendering.ts';
import { compileSelector } from './selectors.ts';
import { findByText, includesText, textOf, type Wanted } from './text.ts';

/** Finds elements in a page or below an element. */
export interface Query {
  /** How it is called in messages. */
  readonly words: string;
  find(scope: Scope, rendering: Rendering): DomElement[];
}

export interface TextOptions {
  exact?: boolean;
}

export interface RoleOptions extends TextOptions {
  name?: Wanted;
  checked?: boolean;
  disabled?: boolean;
  expanded?: boolean;
  includeHidden?: boolean;
  level?: number;
  pressed?: boolean;
  selected?: boolean;
}

const query = (words: string, find: Query['find']): Query => ({ words, find });

/** The same elements once each, in the order of the page. */
function inOrder(elements: Iterable<DomElement>): DomElement[] {
  return [...new Set(elements)].sort((one, other) => one.position - other.position);
}

/** What the inner query finds in what the outer one finds. */
export function within(outer: Query, inner: Query): Query {
  return query(`${outer.words} ${inner.words}`.trim(), (scope, rendering) =>
    inOrder(outer.find(scope, rendering).flatMap((element) => inner.find(element, rendering))),
  );
}

/** @param selector CSS, in which :visible has the meaning of Playwright */
export function byCss(selector: string): Query {
  if (/^(xpath=|\.\.$|\/\/|text=|internal:)|>>/.test(selector))
    throw new NeedsBrowser(`The selector ${selector}`);
  const css = selector.replace(/^css=/, '');
  const plain = css.replace(/:visible$/, '');
  if (/:visible|:has-text|:text\(|:text-is|:nth-match/.test(plain))
    throw new NeedsBrowser(`The selector ${selector}`);
  return query(`locator('${selector}')`, (scope, rendering) => {
    const anchor = scope instanceof DomDocument ? undefined : scope;
    const relative = plain.startsWith('>') ? `:scope ${plain}` : plain;
    const found = descendantsOf(scope).filter(compileSelector(relative || '*', anchor));
    return plain === css ? found : found.filter((element) => rendering.isVisible(element));
  });
}

export function byRole(role: string, options: RoleOptions = {}): Query {
  const name = options.name === undefined ? '' : `, { name: ${format(options.name)} }`;
  return query(`getByRole('${role}'${name})`, (scope, rendering) =>
    descendantsOf(scope).filter(
      (element) =>
        rendering.roleOf(element) === role &&
        hasState(element, options) &&
        isNamed(element, rendering, options),
    ),
  );
}

function isNamed(
  element: DomElement,
  rendering: Rendering,
  { name, exact, includeHidden }: RoleOptions,
): boolean {
  if (!includeHidden && !rendering.isExposed(element)) return false;
  return name === undefined || includesText(rendering.nameOf(element), name, exact);
}

function hasState(element: DomElement, options: RoleOptions): boolean {
  const { checked, disabled, expanded, level, pressed, selected } = options;
  const says = (name: string) => element.getAttribute(`aria-${name}`) === 'true';
  if (checked !== undefined && isTicked(element) !== checked) return false;
  if (disabled !== undefined && isOff(element) !== disabled) return false;
  if (expanded !== undefined && isExpanded(element) !== expanded) return false;
  if (level !== undefined && levelOf(element) !== level) return false;
  if (pressed !== undefined && says('pressed') !== pressed) return false;
  return (
    selected === undefined ||
    (says('selected') || (element.name === 'option' && element.matches(':checked'))) === selected
  );
}

function isTicked(element: DomElement): boolean {
  return element.name === 'input' ? element.checked : element.getAttribute('aria-checked') === 'true';
}

/** Whether a control cannot be used, also if it only says so. */
export function isOff(element: DomElement): boolean {
  return isDisabled(element) || element.closest('[aria-disabled=true]') !== null;
}

function isExpanded(element: DomElement): boolean | null {
  if (element.name === 'details') return element.hasAttribute('open');
  const said = element.getAttribute('aria-expanded');
  return said === null ? null : said === 'true';
}

function levelOf(element: DomElement): number {
  return Number(element.getAttribute('aria-level') ?? /^h([1-6])$/.exec(element.name)?.[1] ?? 0);
}

export function byLabel(wanted: Wanted, { exact }: TextOptions = {}): Query {
  return query(`getByLabel(${format(wanted)})`, (scope) =>
    descendantsOf(scope).filter((element) =>
      labelsOf(element).some((label) => includesText(label, wanted, exact)),
    ),
  );
}

function labelsOf(element: DomElement): string[] {
  const ids = element.getAttribute('aria-labelledby');
  if (ids) {
    const labels = ids.split(/\s+/).flatMap((id) => element.ownerDocument.getElementById(id) ?? []);
    if (labels.length > 0) return labels.map(textOf);
  }
  const own = element.getAttribute('aria-label');
  if (own?.trim()) return [own];
  return (element.labels ?? []).map(textOf);
}

export function byText(wanted: Wanted, { exact = false }: TextOptions = {}): Query {
  return query(`getByText(${format(wanted)})`, (scope) =>
    findByText(
      scope instanceof DomDocument ? scope.elements : [scope, ...descendantsOf(scope)],
      wanted,
      exact,
    ),
  );
}

/** @param attribute `placeholder`, `title` or `alt` */
export function byAttribute(attribute: string, wanted: Wanted, { exact = false }: TextOptions = {}): Query {
  return query(`[${attribute}=${format(wanted)}]`, (scope) =>
    descendantsOf(scope).filter((element) => {
      const value = element.getAttribute(attribute);
      if (value === null) return false;
      if (wanted instanceof RegExp) return new RegExp(wanted).test(value);
      return exact ? value === wanted : value.toLowerCase().includes(wanted.toLowerCase());
    }),
  );
}

export interface Filter {
  has?: Query | undefined;
  hasNot?: Query | undefined;
  hasText?: Wanted | undefined;
  hasNotText?: Wanted | undefined;
  visible?: boolean | undefined;
}

export function filtered(outer: Query, { has, hasNot, hasText, hasNotText, visible }: Filter): Query {
  const words = [
    hasText === undefined ? '' : `hasText: ${format(hasText)}`,
    hasNotText === undefined ? '' : `hasNotText: ${format(hasNotText)}`,
    has ? `has: ${has.words}` : '',
    hasNot ? `hasNot: ${hasNot.words}` : '',
    visible === undefined ? '' : `visible: ${visible}`,
  ];
  const suffix = words.filter(Boolean).join(', ');
  return query(suffix ? `${outer.words}.filter({ ${suffix} })` : outer.words, (scope, rendering) =>
    outer.find(scope, rendering).filter((element) => {
      if (visible !== undefined && rendering.isVisible(element) !== visible) return false;
      if (hasText !== undefined && !includesText(textOf(element), hasText)) return false;
      if (hasNotText !== undefined && includesText(textOf(element), hasNotText)) return false;
      if (has && has.find(element, rendering).length === 0) return false;
      return !hasNot || hasNot.find(element, rendering).length === 0;
    }),
  );
}

export function either(one: Query, other: Query): Query {
  return query(`${one.words}.or(${other.words})`, (scope, rendering) =>
    inOrder([...one.find(scope, rendering), ...other.find(scope, rendering)]),
  );
}

export function both(one: Query, other: Query): Query {
  return query(`${one.words}.and(${other.words})`, (scope, rendering) => {
    const others = new Set(other.find(scope, rendering));
    return one.find(scope, rendering).filter((element) => others.has(element));
  });
}

/** @param index from 0; -1 is the last one */
export function nth(outer: Query, index: number): Query {
  return query(`${outer.words}.nth(${index})`, (scope, rendering) => {
    const element = outer.find(scope, rendering).at(index);
    return element ? [element] : [];
  });
}

function format(wanted: Wanted): string {
  return wanted instanceof RegExp ? String(wanted) : `'${wanted}'`;
}
