import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inflatesWithin } from '#modules/platform/files/inflated.ts';
import { Turns } from '#modules/platform/files/turns.ts';
import { Refusal, readFile } from '#modules/platform/index.ts';
import { fileOf, makePdf, makePicture } from '#test/factories/documents.ts';
import { pdfWithStream, zeros } from '#test/factories/hostile-files.ts';
import { makePdf as makePages } from '#test/factories/paper.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { shows } from '#test/shown.ts';

/** Files from unknown sources are read apart, so many at a time, and only so much of each (D126). */

test('a file is read in another process, which returns what it found and made', async () => {
  const picture = await readFile('ada', { name: 'document' }, await fileOf(makePicture('png')));
  expect(picture).toMatchObject({ outcome: 'read', found: { type: 'image/png' } });
  if (picture.outcome !== 'read' || !picture.made) throw new Error('nothing was made');
  await using made = picture.made;
  expect((await made.content()).subarray(1, 4).toString()).toBe('PNG');
  const pdf = await readFile('ada', { name: 'document' }, await fileOf(makePdf()));
  expect(pdf).toEqual({ outcome: 'read', found: { type: 'application/pdf' }, made: null });
});

test.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
  ['201 pages', () => makePages(201), 'too-complex'],
  ['200 pages', () => makePages(200), 'read'],
  ['more than 100 MB after decompression', () => pdfWithStream(zeros(100_000_001)), 'too-complex'],
  ['an archive', () => Buffer.from('PK\u0003\u0004'), 'unreadable'],
])('a document with %s', async (_what, body, outcome) => {
  const read = await readFile('ada', { name: 'document' }, await fileOf(await body()));
  expect(read.outcome).toBe(outcome);
});

test.each<[string, Buffer, boolean]>([
  ['as much as allowed', pdfWithStream(zeros(1000)), true],
  ['a byte more', pdfWithStream(zeros(1001)), false],
  ['half of it twice', Buffer.concat([pdfWithStream(zeros(500)), pdfWithStream(zeros(500))]), true],
  ['more in two streams', Buffer.concat([pdfWithStream(zeros(500)), pdfWithStream(zeros(501))]), false],
  ['more, compressed twice', pdfWithStream(deflateSync(zeros(3000))), false],
  ['more before an error', pdfWithStream(deflateSync(Buffer.alloc(100_000, 'ab')).subarray(0, -40)), false],
  ['a stream that is not compressed', pdfWithStream(Buffer.alloc(5000, 'a')), true],
])('a PDF that holds %s', async (_what, file, isWithin) => {
  expect(await inflatesWithin(file, 1000)).toBe(isWithin);
});

test('two run at once, one for each person; the others wait in their order', async () => {
  const turns = new Turns({ atOnce: 2, waiting: 5, longest: 60_000 });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const take = (person: string, name: string) =>
    turns.take(person, () => {
      order.push(name);
      return new Promise<void>((end) => ends.push(end));
    });
  const all = [take('ada', 'a1'), take('ada', 'a2'), take('bo', 'b1'), take('cy', 'c1')];
  await expect.poll(() => order).toEqual(['a1', 'b1']);
  ends[1]?.();
  await expect.poll(() => order).toEqual(['a1', 'b1', 'c1']);
  ends[0]?.();
  await expect.poll(() => order).toEqual(['a1', 'b1', 'c1', 'a2']);
  for (const end of ends) end();
  await Promise.all(all);
});

test('whoever has too many waiting, or waits too long, is refused, and a failure gives the turn on', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1, longest: 20 });
  const { promise, reject } = Promise.withResolvers<void>();
  const first = turns.take('ada', () => promise);
  const second = refusalOf(turns.take('ada', async () => undefined));
  const third = await refusalOf(turns.take('ada', async () => undefined));
  shows('edge.files-busy', third.text);
  expect((await second).code).toBe('files-busy');
  reject(new Error('planted'));
  await expect(first).rejects.toThrow('planted');
  expect(await turns.take('ada', async () => 'done')).toBe('done');
});

test('what cannot be of the kind is refused by its first bytes, without a process and without waiting', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const task = { name: 'document' } as const;
  const waiting = Array.from({ length: 6 }, () => refusalOf(readFile('bea', task, () => promise)));
  expect((await refusalOf(readFile('bea', task, await fileOf(makePdf())))).code).toBe('files-busy');
  const archive = Buffer.concat([Buffer.from('PK\u0003\u0004'), zeros(1000)]);
  expect(await readFile('bea', task, await fileOf(archive))).toEqual({ outcome: 'unreadable' });
  reject(new Refusal('unavailable'));
  await Promise.all(waiting);
});
