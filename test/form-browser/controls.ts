/** The state of form controls and what a person does with them. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ChosenFile, type DomElement, isOptionDisabled, optionsOf, radioGroupOf } from './dom.ts';
import { NeedsBrowser } from './needs-browser.ts';
import { fold } from './text.ts';

const disableable = ['button', 'input', 'select', 'textarea', 'optgroup', 'option', 'fieldset'];

/** Whether a control is disabled, by itself or by a fieldset around it. */
export function isDisabled(element: DomElement): boolean {
  if (!disableable.includes(element.name)) return false;
  if (element.name === 'option') return isOptionDisabled(element);
  if (element.hasAttribute('disabled')) return true;
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at.name !== 'fieldset' || !at.hasAttribute('disabled')) continue;
    // What is in the first legend of a disabled fieldset stays enabled.
    const legend = at.children.find(({ name }) => name === 'legend');
    if (!legend?.contains(element)) return true;
  }
  return false;
}

/** Whether it is a button that sends a form. */
export function isSubmitButton({ name, type }: DomElement): boolean {
  return (name === 'button' && type === 'submit') || (name === 'input' && ['submit', 'image'].includes(type));
}

export const textTypes = ['text', 'search', 'tel', 'url', 'email', 'password', 'number'];
const fillable = [...textTypes, 'date', 'month', 'week', 'time', 'datetime-local', 'color', 'range'];

/**
 * Types a value in place of the old one. What exceeds the maximum length is not typed.
 * @throws Error if nothing can be typed there
 */
export function typeInto(control: DomElement, value: string): void {
  const isField =
    control.name === 'textarea' || (control.name === 'input' && fillable.includes(control.type));
  if (!isField) throw new Error(`nothing can be typed into <${control.name} type=${control.type}>`);
  if (control.hasAttribute('readonly'))
    throw new Error(`the field ${control.getAttribute('name')} is read-only`);
  const kept = control.name === 'textarea' ? value : value.replace(/[\r\n]/g, '');
  if (control.type === 'number' && value !== '' && Number.isNaN(Number(value))) {
    throw new Error(`'${value}' cannot be typed into a field for numbers`);
  }
  if (control.type === 'date' && value !== '' && !/^\d{4}-\d\d-\d\d$/.test(value)) {
    throw new Error(`'${value}' cannot be typed into a field for dates`);
  }
  const most = control.hasAttribute('maxlength') ? Number(control.getAttribute('maxlength')) : kept.length;
  control.typed = kept.slice(0, most);
  control.ownerDocument.changed();
}

/** Ticks a box, or chooses a radio button, which releases the others of its group. */
export function tick(control: DomElement, on: boolean): void {
  if (control.type === 'radio' && on) for (const radio of radioGroupOf(control)) radio.ticked = false;
  control.ticked = on;
  control.ownerDocument.changed();
}

export interface OptionWanted {
  value?: string;
  label?: string;
  index?: number;
}

/**
 * Chooses options of a list, by value or label.
 * @throws Error if one of them does not exist or is disabled
 */
export function choose(select: DomElement, wanted: readonly (string | OptionWanted)[]): string[] {
  const options = optionsOf(select);
  const found = wanted.map((each) => {
    const option = options.find((candidate, index) => fitsOption(candidate, index, each));
    if (!option)
      throw new Error(`no option ${JSON.stringify(each)} in <select name=${select.getAttribute('name')}>`);
    if (isOptionDisabled(option)) throw new Error(`the option ${JSON.stringify(each)} is disabled`);
    return option;
  });
  if (found.length > 1 && !select.hasAttribute('multiple')) throw new Error('the list takes only one option');
  for (const option of options) option.ticked = found.includes(option);
  select.ownerDocument.changed();
  return found.map(({ value }) => value);
}

function fitsOption(option: DomElement, index: number, wanted: string | OptionWanted): boolean {
  const label = option.getAttribute('label') ?? fold(option.textContent);
  if (typeof wanted === 'string') return option.value === wanted || label === fold(wanted);
  if (wanted.value !== undefined && option.value !== wanted.value) return false;
  if (wanted.label !== undefined && label !== fold(wanted.label)) return false;
  return wanted.index === undefined || wanted.index === index;
}

const typesByEnding: Record<string, string> = {
  csv: 'text/csv',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Chooses files, given by their paths or with their content. */
export function chooseFiles(field: DomElement, files: readonly (string | ChosenFile)[]): void {
  if (field.name !== 'input' || field.type !== 'file') throw new Error(`<${field.name}> takes no files`);
  if (files.length > 1 && !field.hasAttribute('multiple')) throw new Error('the field takes only one file');
  field.files = files.map((file) => {
    if (typeof file !== 'string') return file;
    const mimeType = typesByEnding[file.split('.').at(-1)?.toLowerCase() ?? ''];
    if (!mimeType) throw new NeedsBrowser(`the type of the file ${file}`);
    return { name: basename(file), mimeType, buffer: readFileSync(file) };
  });
  field.ownerDocument.changed();
}

/** Gives all controls of a form the values that the page came with. */
export function reset(controls: readonly DomElement[]): void {
  for (const control of controls) {
    for (const element of [control, ...optionsOf(control)]) {
      element.typed = undefined;
      element.ticked = undefined;
      element.files = [];
    }
  }
  controls[0]?.ownerDocument.changed();
}
