import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const rulesFile = join(root, '.dependency-cruiser.mjs');
const planted = join(import.meta.dirname, 'planted', 'boundaries');

interface Violation {
  from: string;
  rule: { name: string; severity: string };
}

const { default: rules } = (await import(rulesFile)) as {
  default: { forbidden: { name: string; comment: string }[] };
};

/** What the rules report about the planted folder. The exit code of dependency-cruiser is the number of errors. */
function cruise(): Promise<Violation[]> {
  const program = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const folders = ['modules', 'sandboxes', 'embedded-database', 'app', 'jobs', 'cli', 'migrations', 'test'];
  const flags = ['--config', rulesFile, '--output-type', 'json'];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, ...folders, ...flags],
      { cwd: planted, maxBuffer: 64 * 1024 * 1024 },
      (_, answer, complaint) => {
        if (!answer) return reject(new Error(complaint));
        resolve((JSON.parse(answer) as { summary: { violations: Violation[] } }).summary.violations);
      },
    );
  });
}

test('every rule of the floor plan breaks on a planted violation, and as an error', async () => {
  const found = await cruise();
  const broken = new Set(found.map(({ rule }) => rule.name));
  const unproven = rules.forbidden.filter(({ name }) => !broken.has(name));
  const mend = 'plant a file under test/checks/planted/boundaries that breaks it';
  expect(unproven.map(({ name }) => `${name}: ${mend}`)).toEqual([]);
  expect(found.filter(({ rule }) => rule.severity !== 'error')).toEqual([]);
});

test('every rule says how to mend', () => {
  for (const rule of rules.forbidden) expect(rule.comment.length, rule.name).toBeGreaterThan(40);
});
