import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '#modules/portal.ts';
import { auditActions } from '#modules/platform/index.ts';
import * as words from '#modules/words.ts';
import {
  entries,
  findOneSided,
  findUnshown,
  type Kind,
  shownByOneKind,
  shows,
  showsCount,
  showsSize,
  showsTime,
} from '#test/shown.ts';
import { documentedKeys, documentedNumbers, documentedTexts } from './documented-texts.ts';

const root = join(import.meta.dirname, '..', '..');

test('an entry that nothing shows is found, and one that is shown though it is listed as unreached', () => {
  const keys = ['planted.shown', 'planted.unshown', 'planted.later', 'planted.reached'];
  const later = { 'planted.later': 'companies', 'planted.reached': 'companies' };
  const shown = new Map(['planted.shown', 'planted.reached'].map((key) => [key, new Set<Kind>()]));
  expect(findUnshown(keys, later, shown)).toEqual([
    expect.stringMatching(/^planted\.unshown: nothing shows it\. Add shows/),
    expect.stringMatching(/^planted\.reached: it is shown now\. Take its line out/),
  ]);
});

test('a documented text that one kind of page alone shows is found, unless it is one by nature', () => {
  const shown = new Map<string, Set<Kind>>([
    ['planted.both', new Set(['script', 'plain'])],
    ['planted.script', new Set(['script'])],
    ['planted.plain', new Set(['plain'])],
    ['planted.answer', new Set()],
    ['planted.by-nature', new Set(['script'])],
    ['planted.by-nature-no-longer', new Set(['script', 'plain'])],
    ['planted.other-kind', new Set(['plain'])],
    ['planted.call', new Set()],
    ['planted.call-no-longer', new Set(['plain'])],
  ]);
  const byNature = { kind: 'script', why: 'planted' } as const;
  const byCall = { kind: 'call', why: 'planted' } as const;
  const exceptions = {
    'planted.call': byCall,
    'planted.call-no-longer': byCall,
    'planted.by-nature': byNature,
    'planted.by-nature-no-longer': byNature,
    'planted.other-kind': byNature,
  };
  expect(findOneSided([...shown.keys(), 'planted.unshown'], exceptions, shown)).toEqual([
    expect.stringMatching(/^planted\.script: no page without script shows it/),
    expect.stringMatching(/^planted\.plain: no page with script shows it/),
    expect.stringMatching(/^planted\.answer: no page with script shows it/),
    expect.stringMatching(/^planted\.answer: no page without script shows it/),
    expect.stringMatching(/^planted\.by-nature-no-longer: other kinds show it now/),
    expect.stringMatching(/^planted\.other-kind: no page with script shows it/),
    expect.stringMatching(/^planted\.call-no-longer: other kinds show it now/),
  ]);
});

test('evidence that does not hold the text is refused', () => {
  expect(() => shows('edge.not-found', 'Something else')).toThrow('was not shown');
});

test.each([
  [20_000, 29_000],
  [30_000, 31_000],
  [1_000, 31_000],
])('30 seconds are not shown by what lasted for %i ms and was over after %i', (held, ended) => {
  expect(() => showsTime('session.poll', { held, ended })).toThrow('was not shown');
});

test.each([4, 6])('five tries are not shown where %i are taken', async (taken) => {
  await expect(showsCount('code.tries-count', async (n) => n <= taken)).rejects.toThrow('was not shown');
});

test('a least and a most are shown by both ends and by what is just beyond them', () => {
  const show = (taken: number[], refused: number[]) => () =>
    showsSize('password.characters', { taken, refused });
  expect(show([8, 127], [7, 129])).toThrow('was not shown');
  expect(show([8, 128], [7])).toThrow('was not shown');
  expect(show([8, 128, 129], [7, 129])).toThrow('was not shown');
});

/** Every key of the modules' own tables, with the file that declares it. */
async function listDeclared(pattern: string): Promise<{ key: string; file: string }[]> {
  const declared: { key: string; file: string }[] = [];
  for (const file of globSync(pattern, { cwd: root }).sort()) {
    const tables: Record<string, unknown> = await import(join(root, file));
    for (const [name, table] of Object.entries(tables)) {
      if (!/(Texts|Limits|Timings|Refusals)$/.test(name) || typeof table !== 'object' || !table) continue;
      declared.push(...Object.keys(table).map((key) => ({ key, file })));
    }
  }
  return declared;
}

test.each([
  ['modules/*/{texts,limits}.ts', entries],
  ['modules/*/refusals.ts', words.refusals],
])('every key of %s stands in modules/words.ts, and none in two modules', async (pattern, composed) => {
  const declared = await listDeclared(pattern);
  expect(declared.length).toBeGreaterThan(50);
  const known = new Set(Object.keys(composed));
  const faults = declared.flatMap(({ key, file }) => {
    const others = declared.filter((other) => other.key === key && other.file !== file);
    return [
      ...(known.has(key) ? [] : [`${file}: ${key} is not in modules/words.ts. Spread its table there.`]),
      ...others.map((other) => `${file}: ${key} stands in ${other.file} too. Rename one of the two.`),
    ];
  });
  expect(faults).toEqual([]);
});

test('the texts of the documents stand in the tables letter by letter', () => {
  const texts = new Set<string>(Object.values(words.texts));
  const missing = documentedTexts.filter(({ text, later }) => !later && !texts.has(text));
  expect(
    missing.map(
      ({ text, source }) =>
        `${source}: add "${text}" to the texts.ts of its module, or name the area in documented-texts.ts`,
    ),
  ).toEqual([]);
});

test('what one kind of page alone shows is a text of the documents', () => {
  expect(Object.keys(shownByOneKind).filter((key) => !documentedKeys.includes(key))).toEqual([]);
});

test('a documented text that has come is no longer listed as one of a later area', () => {
  const texts = new Set<string>(Object.values(words.texts));
  expect(
    documentedTexts
      .filter(({ text, later }) => later && texts.has(text))
      .map(({ text }) => `"${text}" has come: take its \`later\` out of test/checks/documented-texts.ts`),
  ).toEqual([]);
});

test('the numbers are those of the documents', () => {
  const numbers: Record<string, unknown> = { ...words.limits, ...words.timings };
  const keys = new Set([...Object.keys(numbers), ...Object.keys(documentedNumbers)]);
  const faults = [...keys].flatMap((key) => {
    const [ours, theirs] = [numbers, documentedNumbers].map((table) => JSON.stringify(table[key]));
    if (ours === theirs) return [];
    if (theirs === undefined)
      return [`${key}: add it to documentedNumbers in test/checks/documented-texts.ts`];
    if (ours === undefined)
      return [`${key}: no limits.ts has it; add it, or take it out of documentedNumbers`];
    return [`${key} is ${ours} in limits.ts and ${theirs} in test/checks/documented-texts.ts: one is wrong`];
  });
  expect(faults).toEqual([]);
});

interface AuditDeclaration {
  /** As `modules/network/audit.ts:6`. */
  at: string;
  name: string;
  words: string;
}

/** Every `auditAction(...)` in a source file. */
function auditDeclarations(file: string, source: string): AuditDeclaration[] {
  const call = /\bauditAction(?:<[^(]*>)?\(\s*(?:'([^']*)'\s*,\s*('[^']*'|"[^"]*")?)?/g;
  return [...source.matchAll(call)].map(({ index, 1: name = '', 2: read = '' }) => ({
    at: `${file}:${source.slice(0, index).split('\n').length}`,
    name,
    words: read.slice(1, -1),
  }));
}

/** @param known the actions for which there is a text for staff */
function findAuditFaults(
  declared: readonly AuditDeclaration[],
  known: ReadonlyMap<string, string>,
): string[] {
  return declared.flatMap(({ at, name, words: read }, place) => [
    ...(/^[a-z]+\.[a-z]+(-[a-z]+)+$/.test(name)
      ? []
      : [`${at} ${name}: name it as module.thing-happened, such as network.invitation-sent`]),
    ...(declared.findIndex((each) => each.name === name) === place
      ? []
      : [`${at} ${name}: rename it, the name is taken`]),
    ...(/^[A-Z]/.test(read) ? [] : [`${at} ${name}: say what staff read, beginning with a capital`]),
    ...(known.has(name) ? [] : [`${at} ${name}: no module that the portal loads declares it`]),
  ]);
}

test('each audit action has a name of its own in the one grammar, and words that staff read', () => {
  const files = globSync('modules/**/*.ts', { cwd: root }).sort();
  const declared = files
    .filter((file) => !file.endsWith('audit/action.ts'))
    .flatMap((file) => auditDeclarations(file, readFileSync(join(root, file), 'utf8')));
  const known = new Map<string, string>(auditActions().map(({ name, words: read }) => [name, read]));
  expect(declared.length).toBe(known.size);
  expect(findAuditFaults(declared, known)).toEqual([]);
});

test('an audit action without words is named with its file and line', () => {
  const source = `
    sent: auditAction('network.invitation-sent', 'Invited'),
    lost: auditAction<{ a: string }>(
      'network.invitation-lost', ''),
    again: auditAction('network.invitation-sent', 'Invited'),
    odd: auditAction('network.lost', "Lost"),`;
  const declared = auditDeclarations('modules/network/audit.ts', source);
  expect(findAuditFaults(declared, new Map([['network.invitation-sent', 'Invited']]))).toEqual([
    'modules/network/audit.ts:3 network.invitation-lost: say what staff read, beginning with a capital',
    'modules/network/audit.ts:3 network.invitation-lost: no module that the portal loads declares it',
    'modules/network/audit.ts:5 network.invitation-sent: rename it, the name is taken',
    expect.stringContaining('modules/network/audit.ts:6 network.lost: name it as'),
    'modules/network/audit.ts:6 network.lost: no module that the portal loads declares it',
  ]);
});
