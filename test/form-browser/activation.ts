/** What a click does without script. */
import { isDisabled, isSubmitButton, reset, tick } from './controls.ts';
import { type DomElement, descendantsOf, formOf } from './dom.ts';
import { focus } from './focus.ts';
import { controlsOf } from './form-data.ts';
import type { FormFrame } from './frame.ts';
import { NeedsBrowser } from './needs-browser.ts';
import { describe } from './page-checks.ts';

const active = 'a[href], button, summary, label, input, select, textarea, option';

/**
 * The element that a click on another one activates: the one around it, or the control of a label.
 * @throws Error if nothing would happen
 */
export function activationTarget(clicked: DomElement): DomElement {
  const target = clicked.closest(active);
  if (!target) {
    if (clicked.querySelector(active))
      throw new NeedsBrowser(`A click in the middle of ${describe(clicked)}`);
    throw new Error(`without script, a click on ${describe(clicked)} does nothing`);
  }
  if (target.name !== 'label') return target;
  const id = target.getAttribute('for');
  const control =
    id === null
      ? descendantsOf(target).find(({ labels }) => labels)
      : target.ownerDocument.getElementById(id);
  if (!control) throw new Error(`${describe(target)} belongs to no control`);
  return control;
}

export async function activate(element: DomElement, frame: FormFrame): Promise<void> {
  closePopoversAround(element);
  focus(element, frame.rendering);
  switch (element.name) {
    case 'a':
      await followLink(element, frame);
      return;
    case 'summary':
      toggleDetails(element);
      return;
    case 'button':
      await pressButton(element, frame);
      return;
    case 'input':
      await activateInput(element, frame);
      return;
    default:
      // Text fields and lists only take the focus.
      if (isDisabled(element)) throw new Error(`${describe(element)} is disabled`);
  }
}

async function followLink(link: DomElement, frame: FormFrame): Promise<void> {
  const address = link.getAttribute('href') ?? '';
  const { protocol } = new URL(address, frame.url);
  if (protocol === 'javascript:') throw new NeedsBrowser(`The link ${address}`);
  // Another program opens.
  if (!protocol.startsWith('http')) return;
  await frame.follow(address, link.getAttribute('target'), link.getAttribute('rel') ?? '');
}

function toggleDetails(summary: DomElement): void {
  const details = summary.parentElement;
  if (details?.name !== 'details') return;
  if (details.hasAttribute('open')) {
    details.removeAttribute('open');
    return;
  }
  const group = details.getAttribute('name');
  if (group) {
    for (const other of details.ownerDocument.elements) {
      if (other.name === 'details' && other.getAttribute('name') === group) other.removeAttribute('open');
    }
  }
  details.setAttribute('open', '');
}

async function pressButton(button: DomElement, frame: FormFrame): Promise<void> {
  if (isDisabled(button)) throw new Error(`${describe(button)} is disabled`);
  const form = formOf(button);
  if (form && isSubmitButton(button)) {
    await frame.submit(form, button);
    return;
  }
  if (form && button.type === 'reset') {
    reset(controlsOf(form));
    return;
  }
  if (obeyCommand(button) || togglePopover(button)) return;
  throw new Error(`without script, ${describe(button)} does nothing`);
}

async function activateInput(input: DomElement, frame: FormFrame): Promise<void> {
  if (isDisabled(input)) throw new Error(`${describe(input)} is disabled`);
  switch (input.type) {
    case 'checkbox':
      tick(input, !input.checked);
      return;
    case 'radio':
      tick(input, true);
      return;
    case 'submit':
    case 'image':
    case 'reset':
    case 'button':
      await pressButton(input, frame);
      return;
    case 'file':
      throw new NeedsBrowser('The window in which files are chosen');
    default:
  }
}

/** @returns whether the button opens or closes a popover */
function togglePopover(button: DomElement): boolean {
  const id = button.getAttribute('popovertarget');
  const popover = id === null ? null : button.ownerDocument.getElementById(id);
  if (!popover?.hasAttribute('popover')) return false;
  setPopover(popover, button.getAttribute('popovertargetaction') ?? 'toggle');
  return true;
}

/** @returns whether the button has a command for an element */
function obeyCommand(button: DomElement): boolean {
  const id = button.getAttribute('commandfor');
  const target = id === null ? null : button.ownerDocument.getElementById(id);
  if (!target) return false;
  const command = button.getAttribute('command') ?? '';
  if (command.endsWith('-popover')) setPopover(target, command.replace('-popover', ''));
  else if (command === 'show-modal') target.setAttribute('open', '');
  else if (command === 'close' || command === 'request-close') target.removeAttribute('open');
  else return false;
  return true;
}

function setPopover(popover: DomElement, action: string): void {
  const opens = action === 'show' || (action === 'toggle' && !popover.isPopoverOpen);
  if (opens && popover.getAttribute('popover') !== 'manual') closePopoversAround(popover);
  popover.isPopoverOpen = opens;
  popover.ownerDocument.changed();
}

/** A click closes the open popovers that it is not in, except those that only a button closes. */
export function closePopoversAround(clicked: DomElement | null, document = clicked?.ownerDocument): void {
  for (const popover of document?.elements ?? []) {
    if (!popover.isPopoverOpen || popover.getAttribute('popover') === 'manual') continue;
    const isOwnButton = clicked?.getAttribute('popovertarget') === popover.id;
    if (clicked && (popover.contains(clicked) || isOwnButton)) continue;
    popover.isPopoverOpen = false;
    document?.changed();
  }
}
