import type { ActionFunctionArgs } from '@remix-run/node';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseForm, readForm } from '#app/form.server.ts';

const schema = z.object({
  firstname: z.string().optional(),
  aliases: z.array(z.object({ lastname: z.string() })).optional(),
});

function formOf(...entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('a form of ours is read: plain fields, rows of a list, their two buttons', () => {
  const rows = formOf(['form', 'name'], ['firstname', 'Pat'], ['aliases[0].lastname', 'Lee']);
  expect(parseForm(rows, schema)).toMatchObject({
    status: 'success',
    value: { firstname: 'Pat', aliases: [{ lastname: 'Lee' }] },
  });
  rows.set('__intent__', JSON.stringify({ type: 'remove', payload: { name: 'aliases', index: 0 } }));
  expect(parseForm(rows, schema).payload).toMatchObject({ aliases: [] });
  rows.set('__intent__', JSON.stringify({ type: 'insert', payload: { name: 'aliases' } }));
  expect(parseForm(rows, schema).payload).toMatchObject({ aliases: [{ lastname: 'Lee' }, undefined] });
});

test('as many fields are read as the largest page might have', () => {
  const most = formOf(...Array.from({ length: 1000 }, () => ['firstname', ''] as [string, string]));
  expect(parseForm(most, schema)).toMatchObject({ payload: expect.anything() });
});

const intent = (value: unknown): [string, string] => [
  '__intent__',
  typeof value === 'string' ? value : JSON.stringify(value),
];

test('a name has at most 100 characters, and a row that a button adds or takes away is at most number 99', () => {
  const isRead = (form: FormData) => !(thrownBy(() => parseForm(form, schema)) instanceof Response);
  const named = (length: number) => isRead(formOf(['a'.repeat(length), 'x']));
  const removed = (index: number) =>
    isRead(formOf(intent({ type: 'remove', payload: { name: 'aliases', index } })));
  expect([named(100), named(101)]).toEqual([true, false]);
  expect([removed(99), removed(100)]).toEqual([true, false]);
});

// Input that could block the process for minutes, overflow its stack or crash it.
test.each<[string, FormData]>([
  ['a row far away', formOf(['aliases[4294967290].lastname', 'x'])],
  ['a row far away inside another', formOf([`a${'[99]'.repeat(30)}`, 'x'])],
  ['a name without end', formOf([`a${'.a'.repeat(20_000)}`, 'x'])],
  ['a name of no field', formOf(['a]b[', 'x'])],
  ['the prototype', formOf(['__proto__.polluted', 'x'])],
  [
    'more fields than any page has',
    formOf(...Array.from({ length: 1001 }, () => ['a', ''] as [string, string])),
  ],
  ['an intent that is no JSON', formOf(intent('{'))],
  ['an intent of nothing', formOf(intent('null'))],
  ['an intent of another kind', formOf(intent({ type: 'update', payload: { name: 'a', value: 1 } }))],
  ['an intent far away', formOf(intent({ type: 'insert', payload: { name: 'a', index: 4_294_967_290 } }))],
  ['an intent inside a row far away', formOf(intent({ type: 'insert', payload: { name: 'a[4294967290]' } }))],
  [
    'an intent on what is no list',
    formOf(['a', 'x'], intent({ type: 'remove', payload: { name: 'a', index: 0 } })),
  ],
  ['a state of conform', formOf(['__state__', '{'])],
])('%s is refused', (_what, form) => {
  const answer = thrownBy(() => parseForm(form, schema));
  expect(answer).toBeInstanceOf(Response);
  expect((answer as Response).status).toBe(400);
});

const argsOf = (request: Request) => ({ request }) as ActionFunctionArgs;

test.each([
  ['application/json', '{"a":1}'],
  ['multipart/form-data', 'a=1'],
  ['multipart/form-data; boundary=x', '--x\r\nno header\r\n'],
])('a body of %s that is no form is the sender’s fault', async (type, body) => {
  const request = new Request('http://localhost:3000/login', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  const answer = await readForm(argsOf(request)).catch((error: unknown) => error);
  expect(answer).toBeInstanceOf(Response);
  expect((answer as Response).status).toBe(400);
});

const sent = (body: FormData, path = '/login') =>
  argsOf(new Request(new URL(path, 'http://localhost:3000'), { method: 'POST', body }));

test('files come apart from the texts, with the end of their names, and one byte too many of a large one', async () => {
  const form = new FormData();
  form.set('note', 'kept');
  form.append('files', new File(['one'], `${'a'.repeat(200)}b.pdf`));
  form.append('files', new File([new Uint8Array(12)], 'large.pdf'));
  form.append('files', new File([], ''));
  form.append('files', new File(['three'], 'one too many.pdf'));
  const { formData, files } = await readForm(sent(form), { bytes: 10, count: 2 });
  expect([...formData]).toEqual([['note', 'kept']]);
  expect(files.all('files').map(({ name, file }) => [name, file.bytes])).toEqual([
    [`${'a'.repeat(195)}b.pdf`, 3],
    ['large.pdf', 11],
    ['one too many.pdf', 5],
  ]);
  expect(files.one('others')).toBeNull();
  await files.close();
  expect((await readForm(sent(form))).files.all('files')).toEqual([]);
});

test('files that are too large together are cut off one byte above, and the texts behind them are read', async () => {
  const form = new FormData();
  for (const name of ['one', 'two', 'three']) form.append('files', new File([new Uint8Array(7)], name));
  form.set('note', 'kept');
  const { formData, files } = await readForm(sent(form), { bytes: 10, count: 3, together: 10 });
  expect([...formData]).toEqual([['note', 'kept']]);
  // The files are written at the same time, so that the cut may fall into either of the first two.
  const kept = files.all('files').map(({ file }) => file.bytes);
  await files.close();
  expect(kept.toSorted()).toEqual([0, 4, 7]);
});

test('the texts of a form with files are as long as those of any other form', async () => {
  const form = new FormData();
  for (const name of ['one', 'two']) form.set(name, 'x'.repeat(30_000));
  const answer = await readForm(sent(form)).catch((error: unknown) => error);
  expect((answer as Response).status).toBe(413);
});
