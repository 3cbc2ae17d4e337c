/**
 * The nodes of a page, with the properties of the DOM that dom-accessibility-api and the callbacks of journeys read, and
 * with the state of form controls.
 */

/** Whether an element fits a selector; `scope` is what :scope means. */
type SelectorCompiler = (selector: string, scope?: DomElement) => (element: DomElement) => boolean;

let compileSelector: SelectorCompiler = () => {
  throw new Error('selectors.ts is not loaded');
};

/** Selectors ask for the state of controls, which are made of elements, so their file comes above this one. */
export function provideSelectors(compiler: SelectorCompiler): void {
  compileSelector = compiler;
}

export type Scope = DomDocument | DomElement;

/** What a person chose in a file field. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export class DomText {
  readonly nodeType = 3;
  readonly ELEMENT_NODE = 1;
  readonly TEXT_NODE = 3;
  parent: DomParent | null = null;
  data: string;

  constructor(data: string) {
    this.data = data;
  }

  get textContent(): string {
    return this.data;
  }
}

export class DomComment {
  readonly nodeType = 8;
  readonly ELEMENT_NODE = 1;
  readonly TEXT_NODE = 3;
  parent: DomParent | null = null;
  readonly childNodes = [];
  readonly data: string;

  constructor(data: string) {
    this.data = data;
  }
}

export type DomChild = DomText | DomComment | DomElement;
export type DomParent = DomElement | DomDocument;
export type DomNode = DomChild | DomDocument;

abstract class NodeWithChildren {
  readonly childNodes: DomChild[] = [];

  /** The elements in it. */
  get children(): DomElement[] {
    return this.childNodes.filter((child) => child instanceof DomElement);
  }

  get textContent(): string {
    return this.childNodes.map((child) => (child instanceof DomComment ? '' : child.textContent)).join('');
  }
}

export class DomElement extends NodeWithChildren {
  readonly nodeType = 1;
  readonly ELEMENT_NODE = 1;
  readonly TEXT_NODE = 3;
  /** In lower case. */
  readonly name: string;
  readonly namespace: string;
  readonly attribs: Record<string, string>;
  parent: DomParent | null = null;
  /** Its place among all elements of the document, from 0. */
  position = 0;
  /** The place of the first element after its descendants. */
  end = 0;
  ownerDocument!: DomDocument;

  /** What was typed; undefined until then, so that the attribute counts. */
  typed: string | undefined;
  /** Whether a box was ticked or an option chosen; undefined until then. */
  ticked: boolean | undefined;
  files: ChosenFile[] = [];
  /** Whether it was opened as a popover. */
  isPopoverOpen = false;

  constructor(name: string, namespace: string, attribs: Record<string, string>) {
    super();
    this.name = name;
    this.namespace = namespace;
    this.attribs = attribs;
  }

  get tagName(): string {
    return this.isHtml ? this.name.toUpperCase() : this.name;
  }

  get localName(): string {
    return this.name;
  }

  get isHtml(): boolean {
    return this.namespace === 'http://www.w3.org/1999/xhtml';
  }

  get ownerSVGElement(): DomElement | null | undefined {
    return this.namespace === 'http://www.w3.org/2000/svg' ? null : undefined;
  }

  get parentElement(): DomElement | null {
    return this.parent instanceof DomElement ? this.parent : null;
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  get href(): string {
    return this.getAttribute('href') ?? '';
  }

  /** The type of a field or button, in lower case. */
  get type(): string {
    const type = this.getAttribute('type')?.toLowerCase();
    if (this.name === 'button') return type === 'button' || type === 'reset' ? type : 'submit';
    if (this.name === 'input') return type || 'text';
    return type ?? '';
  }

  get value(): string {
    return readValue(this);
  }

  set value(value: string) {
    this.typed = value;
  }

  get checked(): boolean {
    return isChecked(this);
  }

  get selectedOptions(): DomElement[] {
    return selectedOptionsOf(this);
  }

  get labels(): DomElement[] | null {
    return isLabelable(this) ? this.ownerDocument.labelsOf(this) : null;
  }

  getAttribute(name: string): string | null {
    return this.attribs[name] ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.attribs[name] !== undefined;
  }

  /** The same object each time, because dom-accessibility-api remembers which attributes it has used. */
  getAttributeNode(name: string): { value: string } | null {
    const value = this.getAttribute(name);
    if (value === null) return null;
    this.#attributeNodes ??= new Map();
    const known = this.#attributeNodes.get(name);
    if (known?.value === value) return known;
    const node = { value };
    this.#attributeNodes.set(name, node);
    return node;
  }
  #attributeNodes: Map<string, { value: string }> | undefined;

  setAttribute(name: string, value: string): void {
    this.attribs[name] = value;
    this.ownerDocument.changed();
  }

  removeAttribute(name: string): void {
    delete this.attribs[name];
    this.ownerDocument.changed();
  }

  getRootNode(): DomDocument {
    return this.ownerDocument;
  }

  contains(other: DomElement): boolean {
    return other.position >= this.position && other.position < this.end;
  }

  matches(selector: string): boolean {
    return compileSelector(selector)(this);
  }

  closest(selector: string): DomElement | null {
    const fits = compileSelector(selector);
    for (let at: DomElement | null = this; at; at = at.parentElement) if (fits(at)) return at;
    return null;
  }

  querySelectorAll(selector: string): DomElement[] {
    return descendantsOf(this).filter(compileSelector(selector, this));
  }

  querySelector(selector: string): DomElement | null {
    return descendantsOf(this).find(compileSelector(selector, this)) ?? null;
  }
}

export class DomDocument extends NodeWithChildren {
  readonly nodeType = 9;
  /** All elements, in their order. */
  elements: DomElement[] = [];
  /** The part of the address after #. */
  fragment = '';
  /** The element with the focus. */
  focused: DomElement | null = null;
  /** Is called after each change of an element or of a control's state. */
  changed: () => void = () => undefined;
  /** dom-accessibility-api expects a window, but uses only the styles that it is given. */
  readonly defaultView = {};
  #byId: Map<string, DomElement> | undefined;
  #labels: Map<DomElement, DomElement[]> | undefined;

  get documentElement(): DomElement {
    return this.elements[0] as DomElement;
  }

  /** A page always has one: the parser creates it. */
  get body(): DomElement {
    return this.elements.find(({ name }) => name === 'body') as DomElement;
  }

  get title(): string {
    const title = this.elements.find(({ name, isHtml }) => name === 'title' && isHtml);
    return (title?.textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  getElementById(id: string): DomElement | null {
    if (!this.#byId) {
      this.#byId = new Map();
      for (const element of this.elements) {
        if (element.id && !this.#byId.has(element.id)) this.#byId.set(element.id, element);
      }
    }
    return this.#byId.get(id) ?? null;
  }

  labelsOf(control: DomElement): DomElement[] {
    if (!this.#labels) {
      this.#labels = new Map();
      for (const label of this.elements.filter(({ name }) => name === 'label')) {
        const target = labeledControl(label);
        if (target) this.#labels.set(target, [...(this.#labels.get(target) ?? []), label]);
      }
    }
    return this.#labels.get(control) ?? [];
  }

  querySelectorAll(selector: string): DomElement[] {
    return this.elements.filter(compileSelector(selector));
  }

  querySelector(selector: string): DomElement | null {
    return this.elements.find(compileSelector(selector)) ?? null;
  }
}

/** All elements below it, in their order. */
export function descendantsOf(scope: Scope): DomElement[] {
  if (scope instanceof DomDocument) return scope.elements;
  return scope.ownerDocument.elements.slice(scope.position + 1, scope.end);
}

function isLabelable({ name, type }: DomElement): boolean {
  return name === 'input'
    ? type !== 'hidden'
    : ['button', 'meter', 'output', 'progress', 'select', 'textarea'].includes(name);
}

function labeledControl(label: DomElement): DomElement | null {
  const id = label.getAttribute('for');
  const target =
    id === null ? descendantsOf(label).find(isLabelable) : label.ownerDocument.getElementById(id);
  return target && isLabelable(target) ? target : null;
}

/** The content of a textarea loses its first line break in the parser. */
function readValue(control: DomElement): string {
  const { name, type, typed } = control;
  if (name === 'select') return optionValue(selectedOptionsOf(control)[0]);
  if (name === 'option') return optionValue(control);
  if (typed !== undefined) return typed;
  if (name === 'textarea') return control.textContent.replace(/\r\n?/g, '\n');
  if (name === 'input' && type === 'file')
    return control.files[0] ? `C:\\fakepath\\${control.files[0].name}` : '';
  const value = control.getAttribute('value');
  if (name === 'input' && (type === 'checkbox' || type === 'radio')) return value ?? 'on';
  if (name === 'input' && type !== 'hidden') return sanitize(value ?? '', type);
  return value ?? '';
}

function optionValue(option: DomElement | undefined): string {
  return option ? (option.getAttribute('value') ?? option.textContent.replace(/\s+/g, ' ').trim()) : '';
}

/** The value that a browser keeps of a field's attribute. */
function sanitize(value: string, type: string): string {
  const line = value.replace(/[\r\n]/g, '');
  switch (type) {
    case 'email':
    case 'url':
      return line.trim();
    case 'number':
      return /^-?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i.test(line) ? line : '';
    case 'date':
      return /^\d{4,}-\d\d-\d\d$/.test(line) && !Number.isNaN(Date.parse(line)) ? line : '';
    case 'color':
      return /^#[0-9a-f]{6}$/i.test(line) ? line.toLowerCase() : '#000000';
    default:
      return line;
  }
}

function isChecked(control: DomElement): boolean {
  if (control.ticked !== undefined) return control.ticked;
  if (!control.hasAttribute('checked')) return false;
  if (control.type !== 'radio') return true;
  // Of several checked buttons of a group, the last one counts.
  return radioGroupOf(control).findLast((radio) => radio.hasAttribute('checked')) === control;
}

/** The buttons of which only one can be chosen. */
export function radioGroupOf(radio: DomElement): DomElement[] {
  const name = radio.getAttribute('name');
  if (!name) return [radio];
  const form = formOf(radio);
  return radio.ownerDocument.elements.filter(
    (other) =>
      other.name === 'input' &&
      other.type === 'radio' &&
      other.getAttribute('name') === name &&
      formOf(other) === form,
  );
}

export function optionsOf(select: DomElement): DomElement[] {
  return descendantsOf(select).filter(({ name }) => name === 'option');
}

function selectedOptionsOf(select: DomElement): DomElement[] {
  const options = optionsOf(select);
  const wasChosen = options.some(({ ticked }) => ticked !== undefined);
  const selected = options.filter((option) => (wasChosen ? option.ticked : option.hasAttribute('selected')));
  if (select.hasAttribute('multiple')) return selected;
  const last = selected.at(-1);
  if (last) return [last];
  // A list that shows one line always has a chosen option.
  const first = options.find((option) => !isOptionDisabled(option));
  return first && Number(select.getAttribute('size') ?? 1) <= 1 ? [first] : [];
}

export function isOptionDisabled(option: DomElement): boolean {
  if (option.hasAttribute('disabled')) return true;
  const group = option.parentElement;
  return group?.name === 'optgroup' && group.hasAttribute('disabled');
}

/** The form that a control belongs to. */
export function formOf(control: DomElement): DomElement | null {
  const id = control.getAttribute('form');
  if (id === null) return control.closest('form');
  const form = control.ownerDocument.getElementById(id);
  return form?.name === 'form' ? form : null;
}
