/** The text that a page shows of an element, as innerText of browsers has it. */
import { DomElement, DomText, optionsOf } from './dom.ts';

/** Elements whose content is not a text of the page. */
const replaced = new Set([
  'input',
  'textarea',
  'video',
  'audio',
  'canvas',
  'iframe',
  'img',
  'object',
  'progress',
  'meter',
]);

/** Which elements a page shows, and how. */
export interface Boxes {
  hasBox(element: DomElement): boolean;
  readonly cascade: {
    valueOf(
      element: DomElement,
      property: 'display' | 'text-transform' | 'visibility' | 'white-space',
    ): string;
  };
}

export function readInnerText(element: DomElement, rendering: Boxes): string {
  if (!rendering.hasBox(element)) return element.textContent;
  return content(element, rendering)
    .replace(/ *\n */g, '\n')
    .replace(/ *\t */g, '\t')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function content(element: DomElement, rendering: Boxes): string {
  let text = '';
  // The texts of a closed details element are hidden like its elements.
  const isClosed = element.name === 'details' && !element.hasAttribute('open');
  for (const child of element.childNodes) {
    if (child instanceof DomText) text += isClosed ? '' : rendered(child.data, element, rendering);
    else if (child instanceof DomElement) text += outer(child, rendering);
  }
  return text;
}

function outer(element: DomElement, rendering: Boxes): string {
  if (!rendering.hasBox(element) || replaced.has(element.name)) return '';
  if (element.name === 'select')
    return optionsOf(element)
      .map(({ textContent }) => `\n${textContent}\n`)
      .join('');
  if (!element.isHtml) return drawnText(element, rendering);
  if (element.name === 'br') return '\n';
  const inner = content(element, rendering);
  const display = rendering.cascade.valueOf(element, 'display');
  if (display === 'table-cell') return `${inner}\t`;
  if (display === 'table-row') return `\n${inner.replace(/\t$/, '')}\n`;
  if (display === 'inline' || display === 'contents' || display.startsWith('inline-')) return inner;
  return element.name === 'p' ? `\n\n${inner}\n\n` : `\n${inner}\n`;
}

/** In a drawing, only `text` elements show text, each like a block. */
function drawnText(element: DomElement, rendering: Boxes): string {
  if (element.name === 'tspan') return content(element, rendering);
  if (element.name === 'text') return `\n${content(element, rendering)}\n`;
  return element.children.map((child) => outer(child, rendering)).join('');
}

function rendered(data: string, element: DomElement, rendering: Boxes): string {
  const { cascade } = rendering;
  if (['hidden', 'collapse'].includes(cascade.valueOf(element, 'visibility'))) return '';
  const space = cascade.valueOf(element, 'white-space');
  const keeps =
    /^(pre|break-spaces|preserve)/.test(space) || (space === '' && element.closest('pre') !== null);
  const text = keeps ? data : data.replace(/[ \t\r\n]+/g, ' ');
  switch (cascade.valueOf(element, 'text-transform')) {
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    default:
      return text;
  }
}
