/** What a form sends: its entries and their encodings. */
import { isDisabled, isSubmitButton } from './controls.ts';
import { type ChosenFile, type DomElement, formOf } from './dom.ts';

export type Entry = [name: string, value: string | ChosenFile];

const listed = ['button', 'fieldset', 'input', 'object', 'output', 'select', 'textarea'];

/** All controls of a form, in the order of the page. */
export function controlsOf(form: DomElement): DomElement[] {
  return form.ownerDocument.elements.filter(
    (element) => listed.includes(element.name) && formOf(element) === form,
  );
}

/**
 * The entries of a form, in the order of its controls.
 * @param submitter the button that was pressed, if any
 */
export function entriesOf(form: DomElement, submitter: DomElement | null): Entry[] {
  return controlsOf(form).flatMap((control) => entriesOfControl(control, submitter));
}

function entriesOfControl(control: DomElement, submitter: DomElement | null): Entry[] {
  const name = control.getAttribute('name') ?? '';
  const { name: tag, type } = control;
  if (isDisabled(control) || control.parentElement?.closest('datalist')) return [];
  if (isSubmitButton(control) && tag === 'input' && type === 'image') {
    const prefix = name ? `${name}.` : '';
    return control === submitter ? [`${prefix}x`, `${prefix}y`].map((each): Entry => [each, '0']) : [];
  }
  if (name === '') return [];
  if (tag === 'button' || (tag === 'input' && ['submit', 'button', 'reset'].includes(type))) {
    return control === submitter ? [[name, control.getAttribute('value') ?? '']] : [];
  }
  if (tag === 'select')
    return control.selectedOptions.filter((each) => !isDisabled(each)).map(({ value }) => [name, value]);
  if (tag === 'textarea') return [[name, control.value]];
  if (tag !== 'input') return [];
  if (type === 'checkbox' || type === 'radio') return control.checked ? [[name, control.value]] : [];
  if (type === 'file')
    return (control.files.length > 0 ? control.files : [noFile]).map((file) => [name, file]);
  return [[name, control.value]];
}

const noFile: ChosenFile = { name: '', mimeType: 'application/octet-stream', buffer: Buffer.alloc(0) };

const withLineEnds = (text: string) => text.replace(/\r\n?|\n/g, '\r\n');
const asText = (value: string | ChosenFile) => (typeof value === 'string' ? value : value.name);

export function encodeQuery(entries: readonly Entry[]): string {
  return new URLSearchParams(
    entries.map(([name, value]): [string, string] => [withLineEnds(name), withLineEnds(asText(value))]),
  ).toString();
}

/** @returns the body with its Content-Type header */
export function encodeBody(entries: readonly Entry[], encoding: string): { type: string; body: Buffer } {
  if (encoding === 'multipart/form-data') return encodeParts(entries);
  if (encoding === 'text/plain') {
    const lines = entries.map(([name, value]) => `${withLineEnds(name)}=${withLineEnds(asText(value))}\r\n`);
    return { type: 'text/plain', body: Buffer.from(lines.join('')) };
  }
  return { type: 'application/x-www-form-urlencoded', body: Buffer.from(encodeQuery(entries)) };
}

function encodeParts(entries: readonly Entry[]): { type: string; body: Buffer } {
  const boundary = `----FormBrowser${crypto.randomUUID()}`;
  const quoted = (text: string) =>
    text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const parts = entries.flatMap(([name, value]) => {
    const isText = typeof value === 'string';
    const file = isText ? '' : `; filename="${quoted(value.name)}"\r\nContent-Type: ${value.mimeType}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(withLineEnds(name))}"${file}\r\n\r\n`;
    return [Buffer.from(head), isText ? Buffer.from(withLineEnds(value)) : value.buffer, Buffer.from('\r\n')];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
