/** What keys do without script. */
import { activate, activationTarget, closePopoversAround } from './activation.ts';
import { isDisabled, isSubmitButton, textTypes } from './controls.ts';
import { type DomElement, formOf } from './dom.ts';
import { controlsOf } from './form-data.ts';
import type { FormFrame } from './frame.ts';
import { NeedsBrowser } from './needs-browser.ts';

export async function pressKey(key: string, element: DomElement, frame: FormFrame): Promise<void> {
  if (key === 'Escape') {
    closePopoversAround(null, element.ownerDocument);
    return;
  }
  const isField = element.name === 'input' && !['submit', 'image', 'button', 'reset'].includes(element.type);
  if (key === 'Enter' && isField) await submitByEnter(element, frame);
  else if (key === 'Enter' && ['a', 'button', 'summary', 'input'].includes(element.name)) {
    await activate(activationTarget(element), frame);
  } else if ((key === ' ' || key === 'Space') && isPressedBySpace(element)) {
    await activate(activationTarget(element), frame);
  } else throw new NeedsBrowser(`The key ${key} on <${element.name}>`);
}

function isPressedBySpace({ name, type }: DomElement): boolean {
  return name === 'button' || name === 'summary' || (name === 'input' && !textTypes.includes(type));
}

const blocking = [...textTypes, 'date', 'month', 'week', 'time', 'datetime-local'];

/** Enter in a field presses the form's first button; without a button, it sends a form that has only one field. */
async function submitByEnter(field: DomElement, frame: FormFrame): Promise<void> {
  const form = formOf(field);
  if (!form) return;
  const controls = controlsOf(form);
  const button = controls.find(isSubmitButton);
  if (button) {
    if (!isDisabled(button)) await activate(button, frame);
    return;
  }
  const fields = controls.filter(({ name, type }) => name === 'input' && blocking.includes(type));
  if (fields.length <= 1) await frame.submit(form, null);
}
