/** The roles of elements, as Playwright's getByRole knows them. */
import { type DomElement, descendantsOf } from './dom.ts';

const byTag: Record<string, string> = {
  article: 'article',
  aside: 'complementary',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dt: 'term',
  em: 'emphasis',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  html: 'document',
  ins: 'insertion',
  li: 'listitem',
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  search: 'search',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  svg: 'img',
  table: 'table',
  tbody: 'rowgroup',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  time: 'time',
  tr: 'row',
  ul: 'list',
};

const byInputType: Record<string, string> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

/** Attributes that give an element a role even if it is marked as presentational. */
const globalAttributes =
  /^aria-(atomic|busy|controls|current|describedby|details|dropeffect|flowto|grabbed|keyshortcuts|label|labelledby|live|owns|relevant|roledescription)$/;

/** The role; null if the element has none. */
export function roleOf(element: DomElement): string | null {
  const explicit = explicitRole(element);
  if (explicit === null) return implicitRole(element);
  if (explicit !== 'none' && explicit !== 'presentation') return explicit;
  return isOfInterest(element) ? implicitRole(element) : explicit;
}

function explicitRole(element: DomElement): string | null {
  return element.getAttribute('role')?.trim().split(/\s+/)[0] || null;
}

/** A presentational role does not count for elements that can be used or have a label. */
function isOfInterest(element: DomElement): boolean {
  return (
    element.hasAttribute('tabindex') ||
    Object.keys(element.attribs).some((name) => globalAttributes.test(name))
  );
}

const isNamed = (element: DomElement) =>
  Boolean(element.getAttribute('aria-label')?.trim() || element.getAttribute('aria-labelledby'));

function implicitRole(element: DomElement): string | null {
  const { name } = element;
  switch (name) {
    case 'a':
    case 'area':
      return element.hasAttribute('href') ? 'link' : null;
    case 'footer':
      return isWithinSection(element) ? null : 'contentinfo';
    case 'header':
      return isWithinSection(element) ? null : 'banner';
    case 'form':
      return isNamed(element) ? 'form' : null;
    case 'section':
      return isNamed(element) ? 'region' : null;
    case 'img': {
      const isDecoration =
        element.getAttribute('alt') === '' && !element.getAttribute('title') && !isOfInterest(element);
      return isDecoration ? 'presentation' : 'img';
    }
    case 'input':
      return inputRole(element);
    case 'select':
      return element.hasAttribute('multiple') || Number(element.getAttribute('size') ?? 1) > 1
        ? 'listbox'
        : 'combobox';
    case 'summary':
      return null;
    case 'td':
    case 'th':
      return cellRole(element);
    default:
      return inheritedPresentation(element) ?? byTag[name] ?? null;
  }
}

const sections = ['article', 'aside', 'main', 'nav', 'section'];
const sectionRoles = ['article', 'complementary', 'main', 'navigation', 'region'];

function isWithinSection(element: DomElement): boolean {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const role = at.getAttribute('role');
    if (role === null ? sections.includes(at.name) : sectionRoles.includes(role)) return true;
  }
  return false;
}

function inputRole(element: DomElement): string | null {
  const { type } = element;
  if (type === 'checkbox' && element.hasAttribute('switch')) return 'switch';
  const list = element.getAttribute('list');
  if (list !== null && ['email', 'tel', 'text', 'url', 'search'].includes(type)) {
    if (element.ownerDocument.getElementById(list)?.name === 'datalist') return 'combobox';
  }
  if (type === 'hidden') return null;
  return byInputType[type] ?? 'textbox';
}

function cellRole(element: DomElement): string {
  const isGrid = ['grid', 'treegrid'].includes(element.closest('table')?.getAttribute('role') ?? '');
  if (element.name === 'td') return isGrid ? 'gridcell' : 'cell';
  const scope = element.getAttribute('scope');
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  return headerRole(element, isGrid);
}

/** A header without a scope belongs to a column if all cells of its row are headers, otherwise to its row. */
function headerRole(element: DomElement, isGrid: boolean): string {
  const siblings = (element.parentElement ? descendantsOf(element.parentElement) : []).filter(
    ({ name, parentElement }) => parentElement === element.parentElement && (name === 'td' || name === 'th'),
  );
  if (siblings.length === 1 && siblings[0] === element) return isGrid ? 'gridcell' : 'columnheader';
  return siblings.every(({ name }) => name === 'th') ? 'columnheader' : 'rowheader';
}

/** The parts of a presentational list or table are presentational as well. */
function inheritedPresentation(element: DomElement): 'presentation' | null {
  const owners: Record<string, string> = {
    li: 'ul, ol, menu',
    tr: 'table',
    tbody: 'table',
    thead: 'table',
    tfoot: 'table',
  };
  const owner = owners[element.name];
  if (!owner || isOfInterest(element)) return null;
  const role = element.parentElement?.closest(owner)?.getAttribute('role');
  return role === 'none' || role === 'presentation' ? 'presentation' : null;
}
