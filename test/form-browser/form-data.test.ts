import { expect, test } from 'vitest';
import { choose, tick, typeInto } from './controls.ts';
import type { DomElement } from './dom.ts';
import { encodeBody, encodeQuery, entriesOf } from './form-data.ts';
import { parsePage } from './parse-page.ts';
import { faultOf } from './validation.ts';

const formIn = (html: string) => parsePage(html).querySelector('form') as DomElement;

function sent(html: string, press?: string): string {
  const form = formIn(html);
  return encodeQuery(entriesOf(form, press ? form.ownerDocument.querySelector(press) : null));
}

test('only the pressed button sends its value', () => {
  const html =
    '<form><input name=a value=1><button name=b value=2>B</button><button id=c name=c value=3>C</button></form>';
  expect(sent(html)).toBe('a=1');
  expect(sent(html, '#c')).toBe('a=1&c=3');
});

test('controls outside of the form that name it belong to it, and disabled ones send nothing', () => {
  expect(sent('<input form=f name=a value=1><form id=f><input name=b value=2 disabled></form>')).toBe('a=1');
  const html =
    '<form><fieldset disabled><legend><input name=a value=1></legend><input name=b value=2></fieldset></form>';
  expect(sent(html)).toBe('a=1');
});

test('boxes and lists send what is chosen', () => {
  const html =
    '<form><input type=checkbox name=a checked><input type=radio name=b value=1 checked><input type=radio name=b value=2>' +
    '<select name=c><option disabled>No</option><option value=x>X</option><option>Y Z</option></select></form>';
  expect(sent(html)).toBe('a=on&b=1&c=x');
  const form = formIn(html);
  const [box, , second, list] = form.querySelectorAll('input, select') as [
    DomElement,
    DomElement,
    DomElement,
    DomElement,
  ];
  tick(box, false);
  tick(second, true);
  choose(list, ['Y Z']);
  expect(encodeQuery(entriesOf(form, null))).toBe('b=2&c=Y+Z');
});

test('line breaks are sent as CR LF, and the first one of a textarea is not a part of it', () => {
  expect(sent('<form><textarea name=a>\none\ntwo</textarea></form>')).toBe('a=one%0D%0Atwo');
});

test('a file is a part of its own with its name and type, and no file is an empty one', () => {
  const form = formIn('<form><input type=file name=a></form>');
  const empty = encodeBody(entriesOf(form, null), 'multipart/form-data');
  expect(empty.body.toString()).toContain(
    'name="a"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n',
  );
  const field = form.querySelector('input') as DomElement;
  field.files = [{ name: 'a "b".txt', mimeType: 'text/plain', buffer: Buffer.from('text') }];
  const { type, body } = encodeBody(entriesOf(form, null), 'multipart/form-data');
  expect(body.toString()).toContain('filename="a %22b%22.txt"\r\nContent-Type: text/plain\r\n\r\ntext\r\n');
  expect(body.toString().startsWith(`--${type.split('boundary=')[1]}\r\n`)).toBe(true);
});

test.each([
  ['<input required>', 'valueMissing'],
  ['<input required disabled>', null],
  ['<input type=radio name=a required>', 'valueMissing'],
  ['<input type=email value="a@b">', null],
  ['<input type=email value=ab>', 'typeMismatch'],
  ['<input pattern="[0-9]+" value=12a>', 'patternMismatch'],
  ['<input type=number min=3 value=2>', 'rangeUnderflow'],
  ['<input type=number step=0.1 value=0.3>', null],
  ['<input type=number value=0.5>', null],
  ['<input type=number min=0 value=0.5>', 'stepMismatch'],
  ['<input type=date max=2026-01-01 value=2026-01-02>', 'rangeOverflow'],
  ['<select required><option value="">None</option></select>', 'valueMissing'],
])('%s: %s', (html, fault) => {
  expect(faultOf(parsePage(html).querySelector('input, select') as DomElement)).toBe(fault);
});

test('only a typed value can be too short, and nothing longer than the maximum can be typed', () => {
  const field = parsePage('<input minlength=3 maxlength=5 value=a>').querySelector('input') as DomElement;
  expect(faultOf(field)).toBe(null);
  typeInto(field, 'ab');
  expect(faultOf(field)).toBe('tooShort');
  typeInto(field, 'abcdefg');
  expect(field.value).toBe('abcde');
});
