import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { databaseFolder } from '#test/database-folder.ts';

let place: string;
let memory: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'shieldhub-memory-'));
  memory = join(place, 'memory');
  mkdirSync(memory);
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
});

function newCheckout(name: string): string {
  const folder = join(place, name);
  mkdirSync(folder);
  return folder;
}

test('each checkout keeps a folder of its own in memory', () => {
  const [one, other] = [newCheckout('one'), newCheckout('other')];
  const folder = databaseFolder(one, '/disk', memory);
  expect(dirname(dirname(folder))).toBe(memory);
  expect(databaseFolder(other, '/disk', memory)).not.toBe(folder);
  expect(databaseFolder(one, '/disk', memory)).toBe(folder);
});

test('the folder of a checkout that is gone is removed, and one made anew there gets another', () => {
  const folder = databaseFolder(newCheckout('one'), '/disk', memory);
  rmSync(join(place, 'one'), { recursive: true });
  expect(databaseFolder(newCheckout('one'), '/disk', memory)).not.toBe(folder);
  expect(existsSync(dirname(folder))).toBe(false);
});

test('without such memory the data stays on disk', () => {
  expect(databaseFolder(newCheckout('one'), '/disk', join(place, 'none'))).toBe('/disk');
});
