/** CSS selectors, with the pseudo-classes that depend on the state of a page. */
import { compile, type Options } from 'css-select';
import { parse, type Selector, SelectorType } from 'css-what';
import { isDisabled } from './controls.ts';
import { DomElement, type DomNode, provideSelectors } from './dom.ts';
import { NeedsBrowser } from './needs-browser.ts';

type Fits = (element: DomElement) => boolean;

/** Nobody points at anything or presses anything. */
const momentary = [
  'hover',
  'active',
  'visited',
  'user-invalid',
  'user-valid',
  'autofill',
  'fullscreen',
  'modal',
];

const states: Record<string, Fits> = {
  ...Object.fromEntries(momentary.map((name) => [name, () => false])),
  target: isTarget,
  focus: (element) => element.ownerDocument.focused === element,
  'focus-visible': (element) => element.ownerDocument.focused === element,
  'focus-within': (element) => {
    const { focused } = element.ownerDocument;
    return focused !== null && element.contains(focused);
  },
  checked: (element) =>
    element.name === 'option'
      ? (element.closest('select')?.selectedOptions.includes(element) ?? false)
      : element.name === 'input' && element.checked,
  disabled: (element) => isDisabled(element),
  enabled: (element) => isControl(element) && !isDisabled(element),
  'popover-open': (element) => element.isPopoverOpen,
  'placeholder-shown': (element) => element.hasAttribute('placeholder') && element.value === '',
  open: (element) => ['details', 'dialog'].includes(element.name) && element.hasAttribute('open'),
  indeterminate: (element) => element.name === 'progress' && !element.hasAttribute('value'),
};

/** css-select prefers its own pseudo-classes, which know only attributes, so these get other names. */
const prefix = 'state-';
const pseudos = Object.fromEntries(Object.entries(states).map(([name, fits]) => [`${prefix}${name}`, fits]));

function withOwnNames(selectors: readonly Selector[][]): Selector[][] {
  return selectors.map((selector) =>
    selector.map((token) => {
      if (token.type !== SelectorType.Pseudo) return token;
      const data = Array.isArray(token.data) ? withOwnNames(token.data) : token.data;
      return { ...token, data, name: token.name in states ? `${prefix}${token.name}` : token.name };
    }),
  );
}

const isControl = ({ name }: DomElement) =>
  ['button', 'input', 'select', 'textarea', 'option', 'fieldset'].includes(name);

function isTarget(element: DomElement): boolean {
  if (element.ownerDocument.fragment === '') return false;
  return element.ownerDocument.getElementById(element.ownerDocument.fragment) === element;
}

const adapter: Options<DomNode, DomElement>['adapter'] = {
  isTag: (node) => node instanceof DomElement,
  getAttributeValue: (element, name) => element.attribs[name],
  hasAttrib: (element, name) => element.hasAttribute(name),
  getChildren: (node) => ('childNodes' in node ? node.childNodes : []),
  getName: ({ name }) => name,
  getParent: ({ parent }) => parent,
  getSiblings: (node) => ('parent' in node ? (node.parent?.childNodes ?? [node]) : [node]),
  getText: (node) => ('textContent' in node ? node.textContent : ''),
  removeSubsets: (nodes) =>
    nodes.filter(
      (node) =>
        !nodes.some(
          (other) =>
            other !== node &&
            other instanceof DomElement &&
            node instanceof DomElement &&
            other.contains(node),
        ),
    ),
};

const compiled = new Map<string, Fits>();

/**
 * @param scope what :scope means
 * @throws NeedsBrowser if the selector asks for something that this browser does not know
 */
export function compileSelector(selector: string, scope?: DomElement): Fits {
  const known = compiled.get(selector);
  if (known) return known;
  let fits: Fits;
  try {
    fits = compile<DomNode, DomElement>(
      withOwnNames(parse(selector)),
      // Elements change between two uses of the same selector.
      { adapter, pseudos, cacheResults: false, relativeSelector: false },
      scope,
    );
  } catch (error) {
    throw new NeedsBrowser(`The selector ${selector} (${error instanceof Error ? error.message : error})`);
  }
  if (!selector.includes(':scope')) compiled.set(selector, fits);
  return fits;
}

provideSelectors(compileSelector);
