/** Reads style sheets: which rules decide what is shown and how its text reads. */
import { parse as parseSelector, type Selector, SelectorType, stringify } from 'css-what';
import { transform } from 'lightningcss';
import postcss, { type AtRule, type ChildNode, type Rule } from 'postcss';
import type { DomElement } from './dom.ts';
import { mediaHolds, supportsHold } from './media.ts';
import { NeedsBrowser } from './needs-browser.ts';
import { compileSelector } from './selectors.ts';

/** The properties on which it depends whether and how a text is shown. */
const properties = [
  'display',
  'visibility',
  'content',
  'text-transform',
  'white-space',
  'content-visibility',
  'position',
  'float',
] as const;
export type Property = (typeof properties)[number];

export interface StyleRule {
  fits(element: DomElement): boolean;
  /** Of the element's tag, a class or its id: what it must have at least. Null if the rule fits any element. */
  key: string | null;
  /** `before` or `after`; null for the element itself. */
  pseudoElement: string | null;
  specificity: number;
  declarations: readonly { property: Property; value: string; important: boolean }[];
  /** The layer's name; null for rules outside of layers, which come after all layers. */
  layer: string | null;
}

export interface StyleSheet {
  rules: readonly StyleRule[];
  /** In the order of their strength, weakest first. */
  layers: readonly string[];
}

/** @throws NeedsBrowser if what it shows depends on something that only a browser knows */
export function readStyleSheet(css: string, address: string): StyleSheet {
  const reader = new Reader(address);
  // Nested rules become plain ones, and ranges in media queries become minimum and maximum widths.
  const { code } = transform({
    filename: address,
    code: Buffer.from(css),
    minify: true,
    errorRecovery: true,
    targets: { chrome: 95 << 16 },
  });
  for (const node of postcss.parse(code.toString()).nodes) reader.read(node, null);
  return { rules: reader.rules, layers: reader.layers };
}

class Reader {
  readonly rules: StyleRule[] = [];
  readonly layers: string[] = [];
  readonly #address: string;
  #anonymous = 0;

  constructor(address: string) {
    this.#address = address;
  }

  read(node: ChildNode, layer: string | null): void {
    if (node.type === 'rule') this.#readRule(node, layer);
    else if (node.type === 'atrule') this.#readAtRule(node, layer);
  }

  #readAtRule(rule: AtRule, layer: string | null): void {
    switch (rule.name) {
      case 'media':
        if (mediaHolds(rule.params)) this.#readAll(rule, layer);
        return;
      case 'supports':
        if (supportsHold(rule.params)) this.#readAll(rule, layer);
        return;
      case 'layer':
        this.#readLayer(rule, layer);
        return;
      case 'container':
        this.#refuse(rule);
        return;
      case 'import':
        throw new NeedsBrowser(`@import in ${this.#address}`);
      // These do not decide what is shown.
      case 'charset':
      case 'font-face':
      case 'keyframes':
      case 'page':
      case 'property':
      case 'namespace':
      case 'view-transition':
        return;
      default:
        throw new NeedsBrowser(`@${rule.name} in ${this.#address}`);
    }
  }

  #readAll(rule: AtRule, layer: string | null): void {
    for (const node of rule.nodes ?? []) this.read(node, layer);
  }

  #readLayer(rule: AtRule, outer: string | null): void {
    const inside = (name: string) => (outer === null ? name : `${outer}.${name}`);
    if (rule.nodes === undefined) {
      for (const name of rule.params.split(',')) this.#noteLayer(inside(name.trim()));
      return;
    }
    if (!rule.params) this.#anonymous += 1;
    const name = inside(rule.params || `anonymous-${this.#anonymous}`);
    this.#noteLayer(name);
    this.#readAll(rule, name);
  }

  #noteLayer(name: string): void {
    if (!this.layers.includes(name)) this.layers.push(name);
  }

  /** What is shown must not depend on the size of a container. */
  #refuse(container: AtRule): void {
    container.walkDecls((declaration) => {
      if (properties.includes(declaration.prop as Property) && declaration.prop !== 'display') return;
      if (declaration.prop === 'display' && declaration.value === 'none') {
        throw new NeedsBrowser(`@container ${container.params} in ${this.#address}, which hides something,`);
      }
    });
  }

  #readRule(rule: Rule, layer: string | null): void {
    const declarations = rule.nodes.flatMap((node) =>
      node.type === 'decl' && properties.includes(node.prop as Property)
        ? { property: node.prop as Property, value: node.value, important: node.important ?? false }
        : [],
    );
    if (declarations.length === 0) return;
    for (const selector of parseSelector(rule.selector)) {
      const pseudoElement = selector.find((token) => token.type === SelectorType.PseudoElement)?.name ?? null;
      // Others, such as backdrops and markers, contain no text of the page.
      if (pseudoElement !== null && pseudoElement !== 'before' && pseudoElement !== 'after') continue;
      // Browsers' own pseudo-classes fit nothing here.
      if (selector.some((token) => token.type === SelectorType.Pseudo && token.name.startsWith('-')))
        continue;
      const own = selector.filter((token) => token.type !== SelectorType.PseudoElement);
      this.rules.push({
        fits: compileSelector(own.length === 0 ? '*' : stringify([own])),
        key: keyOf(own),
        pseudoElement,
        specificity: specificityOf(selector),
        declarations,
        layer,
      });
    }
  }
}

/** From the last part of a selector, what an element must have to fit. */
function keyOf(selector: readonly Selector[]): string | null {
  const start = selector.findLastIndex(({ type }) => combinators.has(type));
  const last = selector.slice(start + 1);
  for (const token of last) {
    if (token.type === SelectorType.Attribute && token.name === 'class' && token.action === 'element')
      return `.${token.value}`;
    if (token.type === SelectorType.Attribute && token.name === 'id' && token.action === 'equals')
      return `#${token.value}`;
  }
  const tag = last.find((token) => token.type === SelectorType.Tag);
  return tag ? tag.name.toLowerCase() : null;
}

const combinators = new Set<SelectorType>([
  SelectorType.Adjacent,
  SelectorType.Child,
  SelectorType.Descendant,
  SelectorType.Sibling,
  SelectorType.Parent,
  SelectorType.ColumnCombinator,
]);

/** The specificity as one number: ids count more than classes, and those more than tags. */
function specificityOf(selector: readonly Selector[]): number {
  let sum = 0;
  for (const token of selector) {
    if (token.type === SelectorType.Attribute)
      sum += token.name === 'id' && token.action === 'equals' ? 1e6 : 1e3;
    else if (token.type === SelectorType.Tag || token.type === SelectorType.PseudoElement) sum += 1;
    else if (token.type === SelectorType.Pseudo) sum += pseudoSpecificity(token);
  }
  return sum;
}

function pseudoSpecificity({ name, data }: Extract<Selector, { type: SelectorType.Pseudo }>): number {
  if (name === 'where') return 0;
  if (!['is', 'not', 'has', 'matches'].includes(name) || !Array.isArray(data)) return 1e3;
  return Math.max(...data.map(specificityOf));
}
