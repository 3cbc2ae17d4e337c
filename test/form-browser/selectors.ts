/** CSS selectors, with the pseudo-classes that depend on the state of a page. */
import { compile, type Options } from 'css-select';
import { isDisabled } from './controls.ts';
import { DomElement, type DomNode } from './dom.ts';
import { NeedsBrowser } from './needs-browser.ts';

type Fits = (element: DomElement) => boolean;

const never: Fits = () => false;
/** Nobody points at anything or presses anything, and journeys that ask for the focus need a browser. */
const momentary = [
  'hover',
  'active',
  'focus',
  'focus-visible',
  'focus-within',
  'visited',
  'user-invalid',
  'user-valid',
  'autofill',
  'fullscreen',
  'modal',
  'open',
];

const pseudos: Record<string, Fits> = {
  ...Object.fromEntries(momentary.map((name) => [name, never])),
  target: (element) => element.ownerDocument.fragment !== '' && isTarget(element),
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

const isControl = ({ name }: DomElement) =>
  ['button', 'input', 'select', 'textarea', 'option', 'fieldset'].includes(name);

function isTarget(element: DomElement): boolean {
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
      selector,
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
