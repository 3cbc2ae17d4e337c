/** The text that a page shows of an element, as innerText of browsers has it. */
import { DomElement, DomText } from './dom.ts';
import type { Rendering } from './rendering.ts';

/** Elements whose content is not a text of the page. */
const replaced = new Set([
  'input',
  'textarea',
  'select',
  'video',
  'audio',
  'canvas',
  'iframe',
  'img',
  'object',
  'progress',
  'meter',
]);

export function readInnerText(element: DomElement, rendering: Rendering): string {
  if (!rendering.hasBox(element)) return element.textContent;
  return content(element, rendering)
    .replace(/ *\n */g, '\n')
    .replace(/ *\t */g, '\t')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function content(element: DomElement, rendering: Rendering): string {
  let text = '';
  for (const child of element.childNodes) {
    if (child instanceof DomText) text += rendered(child.data, element, rendering);
    else if (child instanceof DomElement) text += outer(child, rendering);
  }
  return text;
}

function outer(element: DomElement, rendering: Rendering): string {
  if (!rendering.hasBox(element) || replaced.has(element.name) || !element.isHtml) return '';
  if (element.name === 'br') return '\n';
  const inner = content(element, rendering);
  const display = rendering.cascade.valueOf(element, 'display');
  if (display === 'table-cell') return `${inner}\t`;
  if (display === 'table-row') return `\n${inner.replace(/\t$/, '')}\n`;
  if (display === 'inline' || display === 'contents' || display.startsWith('inline-')) return inner;
  return element.name === 'p' ? `\n\n${inner}\n\n` : `\n${inner}\n`;
}

function rendered(data: string, element: DomElement, rendering: Rendering): string {
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
