/** What a browser's own style sheet says: how elements are displayed if the page does not say otherwise. */
import type { DomElement } from './dom.ts';

const byTag: Record<string, string> = Object.fromEntries(
  Object.entries({
    none: 'area base datalist head link meta param rp script style template title noembed noframes',
    block:
      'html body address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend listing main menu nav ol optgroup option p pre search section summary ul xmp',
    'inline-block': 'button input meter progress select textarea',
    'list-item': 'li',
    table: 'table',
    'table-caption': 'caption',
    'table-cell': 'td th',
    'table-column': 'col',
    'table-column-group': 'colgroup',
    'table-footer-group': 'tfoot',
    'table-header-group': 'thead',
    'table-row': 'tr',
    'table-row-group': 'tbody',
    ruby: 'ruby',
    'ruby-text': 'rt',
  }).flatMap(([display, tags]) => tags.split(' ').map((tag) => [tag, display])),
);

/** The parts of a drawing that are not drawn themselves. */
const undrawn = ['defs', 'desc', 'linearGradient', 'metadata', 'radialGradient', 'style', 'symbol', 'title'];

/** The value of `display`; `none` also for what is closed or hidden by an attribute. */
export function displayByDefault(element: DomElement): string {
  const { name } = element;
  if (!element.isHtml) return undrawn.includes(name) ? 'none' : 'inline';
  if (element.hasAttribute('hidden')) return 'none';
  if (name === 'input' && element.type === 'hidden') return 'none';
  if (name === 'dialog' && !element.hasAttribute('open')) return 'none';
  if (element.hasAttribute('popover')) return element.isPopoverOpen ? 'block' : 'none';
  return byTag[name] ?? 'inline';
}

/** Whether an element is in the closed part of a details element, whatever its styles say. */
export function isFolded(element: DomElement): boolean {
  const parent = element.parentElement;
  if (parent?.name !== 'details' || parent.hasAttribute('open')) return false;
  return parent.children.find(({ name }) => name === 'summary') !== element;
}
