/** The cascade of CSS for the few properties that decide what a page shows. */
import type { DomElement } from './dom.ts';
import type { Property, StyleRule, StyleSheet } from './style-sheet.ts';
import { displayByDefault } from './user-agent.ts';

const inherited = new Set<Property>(['visibility', 'text-transform', 'white-space']);

interface Winner {
  value: string;
  strength: readonly number[];
}

export class Cascade {
  readonly #byKey = new Map<string | null, { rule: StyleRule; order: number }[]>();
  readonly #layers: readonly string[];
  readonly #styles = new Map<DomElement, Map<Property, string>>();

  constructor(sheets: readonly StyleSheet[]) {
    this.#layers = [...new Set(sheets.flatMap(({ layers }) => layers))];
    let order = 0;
    for (const rule of sheets.flatMap(({ rules }) => rules)) {
      const list = this.#byKey.get(rule.key) ?? [];
      list.push({ rule, order });
      order += 1;
      this.#byKey.set(rule.key, list);
    }
  }

  /** Forgets the computed styles, because elements have changed. */
  renew(): void {
    this.#styles.clear();
  }

  /** The computed value of a property; an empty text if nothing sets it. */
  valueOf(element: DomElement, property: Property): string {
    return this.#styleOf(element).get(property) ?? '';
  }

  /** The text that a style sheet adds before or after an element; an empty text if there is none. */
  contentOf(element: DomElement, pseudoElement: 'before' | 'after'): string {
    const content = this.#winnersFor(element, pseudoElement).get('content')?.value;
    if (!content || content === 'none' || content === 'normal') return '';
    return [...content.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|attr\(([\w-]+)\)/g)]
      .map(([, double, single, attribute]) =>
        attribute ? (element.getAttribute(attribute) ?? '') : (double ?? single ?? ''),
      )
      .join('');
  }

  #styleOf(element: DomElement): Map<Property, string> {
    const known = this.#styles.get(element);
    if (known) return known;
    const parent = element.parentElement;
    const above = parent ? this.#styleOf(parent) : null;
    const style = new Map<Property, string>();
    const winners = this.#winnersFor(element, null);
    for (const property of inherited) {
      const value = above?.get(property);
      if (value) style.set(property, value);
    }
    for (const [property, { value }] of winners) {
      if (value === 'inherit' || (value === 'unset' && inherited.has(property))) continue;
      style.set(property, value);
    }
    const display = winners.get('display')?.value;
    const own = display === undefined || display === 'revert' ? displayByDefault(element) : display;
    const isBlock =
      /(flex|grid)$/.test(above?.get('display') ?? '') ||
      /absolute|fixed/.test(style.get('position') ?? '') ||
      (style.get('float') ?? 'none') !== 'none';
    style.set('display', isBlock ? (blocks[own] ?? own) : own);
    this.#styles.set(element, style);
    return style;
  }

  #winnersFor(element: DomElement, pseudoElement: string | null): Map<Property, Winner> {
    const winners = new Map<Property, Winner>();
    for (const { rule, order } of this.#candidatesFor(element)) {
      if (rule.pseudoElement !== pseudoElement || !rule.fits(element)) continue;
      for (const { property, value, important } of rule.declarations) {
        const strength = this.#strengthOf(rule, order, important);
        const best = winners.get(property);
        if (!best || isStronger(strength, best.strength)) winners.set(property, { value, strength });
      }
    }
    return winners;
  }

  #candidatesFor(element: DomElement): { rule: StyleRule; order: number }[] {
    const keys = (element.getAttribute('class') ?? '').split(/\s+/).map((name) => `.${name}`);
    return [null, element.name, `#${element.id}`, ...keys].flatMap((key) => this.#byKey.get(key) ?? []);
  }

  /** Important declarations reverse the order of layers. */
  #strengthOf({ layer, specificity }: StyleRule, order: number, important: boolean): readonly number[] {
    const place = layer === null ? this.#layers.length : this.#layers.indexOf(layer);
    return [Number(important), important ? -place : place, specificity, order];
  }
}

function isStronger(one: readonly number[], other: readonly number[]): boolean {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? 0;
    if (value !== against) return value > against;
  }
  return true;
}

/** What becomes of inline boxes that float, are positioned, or belong to a flexible box or a grid. */
const blocks: Record<string, string> = {
  inline: 'block',
  'inline-block': 'block',
  'inline-flex': 'flex',
  'inline-grid': 'grid',
  'inline-table': 'table',
};
