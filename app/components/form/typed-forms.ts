import { formName } from '../../intents.ts';
import type { TypedText } from '../../session-change.ts';

interface TypedForm {
  /** Where it is sent. */
  action: string;
  /** Everything that it would send, except files and secrets. */
  values: URLSearchParams;
  /** What was typed into it. */
  texts: TypedText[];
}

/** The forms of the page in which something was typed or chosen that is not saved. */
export function typedForms(): TypedForm[] {
  return [...document.querySelectorAll('form')].flatMap((form) => {
    if (form.method !== 'post' || !form.elements.namedItem(formName)) return [];
    const controls = [...form.elements].filter(isControl);
    if (!controls.some(isChanged)) return [];
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && !isSecret(form, name)) values.append(name, value);
    }
    return [{ action: form.action, values, texts: controls.filter(isText).flatMap(textOf) }];
  });
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isControl(element: Element): element is Control {
  const isOne =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return isOne && element.name !== '' && element.type !== 'hidden';
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some((option) => option.selected !== option.defaultSelected);
  }
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
    return control.checked !== control.defaultChecked;
  }
  return control.value !== control.defaultValue;
}

function isText(control: Control): control is HTMLInputElement | HTMLTextAreaElement {
  if (control instanceof HTMLTextAreaElement) return true;
  return (
    control instanceof HTMLInputElement && ['text', 'email', 'tel', 'search', 'url'].includes(control.type)
  );
}

function textOf(control: HTMLInputElement | HTMLTextAreaElement): TypedText[] {
  if (!isChanged(control) || control.value.trim() === '' || isSecretControl(control)) return [];
  const label = control.labels?.[0]?.textContent ?? control.getAttribute('aria-label') ?? '';
  return [{ label: label.trim(), text: control.value }];
}

function isSecret(form: HTMLFormElement, name: string): boolean {
  return [...form.elements].some((each) => isControl(each) && each.name === name && isSecretControl(each));
}

/** A field that is declared as secret, or a code. */
function isSecretControl(control: Control): boolean {
  return control.dataset.secret !== undefined || control.autocomplete === 'one-time-code';
}
