/** What a person perceives of a page: which elements are shown, and their roles, names and texts. */
import { computeAccessibleDescription, computeAccessibleName } from 'dom-accessibility-api';
import type { Cascade } from './cascade.ts';
import { DomElement, DomText } from './dom.ts';
import { readInnerText } from './inner-text.ts';
import { roleOf } from './roles.ts';
import { fold } from './text.ts';
import { isFolded } from './user-agent.ts';

/** Roles that cannot have a name. */
const unnamed = new Set(
  'caption code definition deletion emphasis insertion mark paragraph presentation none strong subscript superscript term time'.split(
    ' ',
  ),
);

export class Rendering {
  readonly cascade: Cascade;
  readonly #shown = new Map<DomElement, boolean>();
  readonly #exposed = new Map<DomElement, boolean>();
  readonly #names = new Map<DomElement, string>();
  readonly #roles = new Map<DomElement, string | null>();

  constructor(cascade: Cascade) {
    this.cascade = cascade;
  }

  /** Forgets everything, because an element has changed. */
  renew(): void {
    this.cascade.renew();
    for (const memory of [this.#shown, this.#exposed, this.#names, this.#roles]) memory.clear();
  }

  /** Whether an element has a box: it and all elements around it are displayed. */
  hasBox(element: DomElement): boolean {
    let shown = this.#shown.get(element);
    if (shown === undefined) {
      const parent = element.parentElement;
      shown =
        (parent === null || this.hasBox(parent)) &&
        this.cascade.valueOf(element, 'display') !== 'none' &&
        !isFolded(element) &&
        !(parent && this.cascade.valueOf(parent, 'content-visibility') === 'hidden');
      this.#shown.set(element, shown);
    }
    return shown;
  }

  isVisible(element: DomElement): boolean {
    if (this.cascade.valueOf(element, 'display') === 'contents') return this.#showsSomething(element);
    return this.hasBox(element) && !this.#isTransparent(element) && !isInClosedList(element);
  }

  /** An element without a box of its own is visible if something in it is. */
  #showsSomething(element: DomElement): boolean {
    return (
      this.hasBox(element) &&
      element.childNodes.some((child) => {
        if (child instanceof DomElement) return this.isVisible(child);
        return child instanceof DomText && child.data.trim() !== '';
      })
    );
  }

  #isTransparent(element: DomElement): boolean {
    return ['hidden', 'collapse'].includes(this.cascade.valueOf(element, 'visibility'));
  }

  /** Whether assistive technology perceives an element. */
  isExposed(element: DomElement): boolean {
    let exposed = this.#exposed.get(element);
    if (exposed === undefined) {
      exposed =
        this.hasBox(element) &&
        !this.#isTransparent(element) &&
        element.closest('[aria-hidden=true]') === null;
      this.#exposed.set(element, exposed);
    }
    return exposed;
  }

  roleOf(element: DomElement): string | null {
    let role = this.#roles.get(element);
    if (role === undefined) {
      role = roleOf(element);
      this.#roles.set(element, role);
    }
    return role;
  }

  /** The accessible name. */
  nameOf(element: DomElement): string {
    let name = this.#names.get(element);
    if (name === undefined) {
      name = unnamed.has(this.roleOf(element) ?? '')
        ? ''
        : fold(computeAccessibleName(asDom(element), { getComputedStyle: this.#computedStyle }));
      this.#names.set(element, name);
    }
    return name;
  }

  /** The accessible description. */
  descriptionOf(element: DomElement): string {
    return fold(computeAccessibleDescription(asDom(element), { getComputedStyle: this.#computedStyle }));
  }

  /** The text that the page shows of an element. */
  innerTextOf(element: DomElement): string {
    return readInnerText(element, this);
  }

  /**
   * dom-accessibility-api drops white space at the ends of an inline element, but separates the text of other elements
   * from what is around them.
   */
  #displayForNames(element: DomElement): string {
    if (!this.hasBox(element)) return 'none';
    const display = this.cascade.valueOf(element, 'display');
    return display === 'inline' && /^\s|\s$/.test(element.textContent) ? 'inline-block' : display;
  }

  /** The part of the interface that dom-accessibility-api reads. */
  readonly #computedStyle = (dom: Element, pseudoElement?: string | null): CSSStyleDeclaration => {
    const element = dom as unknown as DomElement;
    const read = (property: string) => {
      if (pseudoElement) {
        const place = pseudoElement === '::before' ? 'before' : 'after';
        return property === 'content' ? `"${this.cascade.contentOf(element, place)}"` : '';
      }
      if (property === 'display') return this.#displayForNames(element);
      if (property === 'visibility') return this.cascade.valueOf(element, 'visibility') || 'visible';
      return '';
    };
    return {
      getPropertyValue: read,
      display: read('display'),
      visibility: read('visibility'),
    } as unknown as CSSStyleDeclaration;
  };
}

const asDom = (element: DomElement) => element as unknown as Element;

/** A list that shows one line has no boxes for its options. */
function isInClosedList({ name, parentElement }: DomElement): boolean {
  if (name !== 'option' && name !== 'optgroup') return false;
  const select = parentElement?.closest('select');
  return select != null && !select.hasAttribute('multiple') && Number(select.getAttribute('size') ?? 1) <= 1;
}
