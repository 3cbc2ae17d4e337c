/** Which element has the focus, as far as it can be known without script and layout. */
import { isDisabled } from './controls.ts';
import type { DomDocument, DomElement } from './dom.ts';
import type { Rendering } from './rendering.ts';

const focusable = ['button', 'input', 'select', 'textarea', 'summary', 'iframe'];

function canFocus(element: DomElement, rendering: Rendering): boolean {
  if (!rendering.isVisible(element) || isDisabled(element)) return false;
  if (element.hasAttribute('tabindex')) return true;
  return focusable.includes(element.name) || (element.name === 'a' && element.hasAttribute('href'));
}

/** Moves the focus to an element, or away from all if it cannot have it. */
export function focus(element: DomElement, rendering: Rendering): void {
  element.ownerDocument.focused = canFocus(element, rendering) ? element : null;
  element.ownerDocument.changed();
}

/** Where the focus is when a page has loaded: at the target of the address, or at the first element that asks for it. */
export function focusAtStart(document: DomDocument, rendering: Rendering): void {
  const target = document.fragment ? document.getElementById(document.fragment) : null;
  const wanted =
    target ?? document.querySelectorAll('[autofocus]').find((element) => canFocus(element, rendering));
  if (wanted) focus(wanted, rendering);
}

/** Opens the folded parts around the place that an address leads to, as browsers do. */
export function revealFragment(document: DomDocument): void {
  const target = document.fragment ? document.getElementById(document.fragment) : null;
  for (let around = target?.parentElement ?? null; around; around = around.parentElement) {
    if (around.name === 'details') around.setAttribute('open', '');
  }
}
