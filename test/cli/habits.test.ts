import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { commandLog } from '#cli/connect.ts';
import { commands, groups } from '#cli/declared/index.ts';
import { operatorOf } from '#cli/operator.ts';
import { confirm, printFields, printTable, reportFailure, type Terminal } from '#cli/terminal.ts';
import { Refusal, StartError } from '#modules/platform/index.ts';
import { shield } from './terminal.ts';

const start = promisify(execFile);
const shieldFile = join(import.meta.dirname, '..', '..', 'cli', 'shield.ts');

/** Prints into a list. */
function paper(columns?: number, ask?: Terminal['ask']) {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const terminal: Terminal = {
    environment: {},
    out: write,
    err: write,
    ask,
    columns,
    signal: new AbortController().signal,
  };
  return { terminal, lines };
}

const id = '0191c3a4-5b6c-7d8e-9f01-23456789abcd';

describe('help', () => {
  it.each(commands.map(({ words }) => words))('of shield %s has an example', async (words) => {
    const { code, out } = await shield([...words.split(' '), '--help'], {});
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`\nExample:\n  shield ${words.split(' ')[0]}`));
  });

  it('of a group and of the program has an example, also where a command runs by default', async () => {
    for (const words of [[], ...groups.map(({ name }) => [name])]) {
      const { code, out } = await shield([...words, '--help'], {});
      expect({ code, out }, words.join(' ')).toEqual({
        code: 0,
        out: expect.stringContaining('\nExample:\n  shield '),
      });
    }
  });

  it('fits the terminal', async () => {
    const { out } = await shield(['--help'], {}, undefined, 60);
    expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(60);
  });
});

it.each([
  [['jbos'], 'jobs'],
  [['jobs', 'lst'], 'list'],
  [['db', 'statsu'], 'status'],
  [['outbox', 'list', '--chanel', 'sms'], '--channel'],
])('names the nearest word for %j', async (words, meant) => {
  const { code, err } = await shield(words, {});
  expect(code).toBe(64);
  expect(err).toContain(`(Did you mean ${meant}?)`);
});

it('who does something to a person is asked for their name, unless it is known or nobody can answer', async () => {
  const questions: string[] = [];
  const answering = (answer: string) => async (question: string) => {
    questions.push(question);
    return answer;
  };
  const login = userInfo().username;
  const person = { aboutPerson: true };
  expect(await operatorOf({ environment: {}, ask: answering(' Grace Okafor ') }, person)).toBe(
    'Grace Okafor',
  );
  expect(questions).toEqual([`Your name, for the audit log [${login}]: `]);
  expect(await operatorOf({ environment: {}, ask: answering('') }, person)).toBe(login);
  questions.length = 0;
  const environment = { SHIELD_OPERATOR: 'Nora Night' };
  expect(await operatorOf({ environment, ask: answering('Grace') }, person)).toBe('Nora Night');
  expect(await operatorOf({ environment: {}, ask: answering('Grace') })).toBe(login);
  expect(await operatorOf({ environment: {}, ask: undefined }, person)).toBe(login);
  expect(questions).toEqual([]);
});

describe('F162: wrong arguments', () => {
  // Whoever gets past them meets no database.
  const environment = { DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none' };
  const wrong = { code: 64, out: '', err: expect.stringMatching(/^error: /) };

  it.each(commands.map((command) => [command.words, command.arguments ?? []] as const))(
    'of shield %s: an option that there is not, a word that is missing, and one too many',
    async (words, wanted) => {
      const typed = words.split(' ');
      expect(await shield([...typed, '--no-such-option'], environment)).toEqual(wrong);
      if (wanted.some(({ required }) => required)) expect(await shield(typed, environment)).toEqual(wrong);
      if (wanted.some(({ variadic }) => variadic)) return;
      expect(await shield([...typed, ...wanted.map(() => id), 'more'], environment)).toEqual(wrong);
    },
  );
});

describe('a table', () => {
  const rows = [
    [id, 'Łukasz 李小龍 of a very long name', 'short'],
    [id, 'Bo', 'and some long words about it'],
  ];

  it('is as wide as its cells in a file', () => {
    const { terminal, lines } = paper();
    printTable(terminal, ['id', 'name', 'note'], rows);
    expect(lines).toEqual([
      `id${' '.repeat(36)}name                               note`,
      `${'-'.repeat(36)}  ${'-'.repeat(33)}  ${'-'.repeat(28)}`,
      `${id}  Łukasz 李小龍 of a very long name  short`,
      `${id}  Bo                                 and some long words about it`,
    ]);
  });

  it('is cut to the terminal, but never an id', () => {
    const { terminal, lines } = paper(70);
    printTable(terminal, ['id', 'name', 'note'], rows);
    expect(lines.slice(2)).toEqual([
      `${id}  Łukasz 李小龍 …  short`,
      `${id}  Bo               and some long …`,
    ]);
  });

  it('leaves out columns without a value, before it cuts anything', () => {
    const { terminal, lines } = paper(70);
    printTable(
      terminal,
      ['id', 'ShieldID', 'note', 'expires'],
      [[id, '', 'and some long words about it', '']],
    );
    expect(lines).toEqual([
      `id${' '.repeat(36)}note`,
      `${'-'.repeat(36)}  ${'-'.repeat(28)}`,
      `${id}  and some long words about it`,
    ]);
  });

  it('becomes lines where it cannot be narrow enough', () => {
    const { terminal, lines } = paper(40);
    printTable(terminal, ['id', 'name', 'note'], rows.slice(1));
    expect(lines).toEqual([`id    ${id}`, 'name  Bo', 'note  and some long words about it']);
  });

  it('cuts no time, and no id after its kind: entries that need more room are lines, apart from each other', () => {
    const at = '2026-11-29T17:28:34.885Z';
    const entries = [
      [at, `dispute ${id}`, 'by Umar Okonkwo'],
      [at, '', 'by the portal'],
    ];
    const wide = paper(84);
    printTable(wide.terminal, ['at', 'object', 'detail'], entries);
    expect(wide.lines[2]).toBe(`${at}  dispute ${id}  by Umar Oko…`);
    const narrow = paper(80);
    printTable(narrow.terminal, ['at', 'object', 'detail'], entries);
    expect(narrow.lines).toEqual([
      `at      ${at}`,
      `object  dispute ${id}`,
      'detail  by Umar Okonkwo',
      '',
      `at      ${at}`,
      'detail  by the portal',
    ]);
  });

  it('prints nothing that would control the terminal', () => {
    const { terminal, lines } = paper();
    printTable(terminal, ['name'], [['Eve\u001b[2J\u009b31m\u202e\nroot']]);
    printFields(terminal, { name: 'Eve\u0007', none: null });
    expect(lines.slice(2)).toEqual(['Eve\u{fffd} root', 'name  Eve\u{fffd}']);
  });
});

describe('a risk', () => {
  const asked = async (answer: string) => {
    const { terminal } = paper(80, async () => answer);
    await confirm(terminal, 'This ends the world.', false);
  };

  it('is taken by y, yes or --yes', async () => {
    await asked('y');
    await asked(' Yes ');
    await confirm(paper().terminal, 'This ends the world.', true);
  });

  it('is not taken by anything else, or where nobody can answer', async () => {
    await expect(asked('')).rejects.toMatchObject({ exitCode: 1, message: 'Nothing was changed.' });
    await expect(asked('yesterday')).rejects.toThrow('Nothing was changed.');
    await expect(confirm(paper().terminal, 'This ends the world.', false)).rejects.toMatchObject({
      exitCode: 64,
      message: 'This ends the world. To confirm, add --yes.',
    });
  });
});

it.each([
  [new Refusal('not-found'), 66],
  [new Refusal('invalid-input'), 64],
  [new Refusal('conflict'), 1],
  [new Refusal('unavailable'), 69],
  [new Refusal('failed'), 70],
  [new StartError('taken', 75), 75],
  [new TypeError('x is not a function'), 70],
])('%s ends a command with its exit code', (error, code) => {
  const { terminal, lines } = paper();
  expect(reportFailure(terminal, error)).toBe(code);
  expect(lines).toHaveLength(1);
});

it('a refusal names the fields that are wrong', () => {
  const { terminal, lines } = paper();
  reportFailure(
    terminal,
    new Refusal('invalid-input', { issues: { amount: ['Too high.', 'Not a number.'] } }),
  );
  expect(lines[1]).toBe('  amount: Too high. Not a number.');
});

it('a command logs beside its errors, so that its result can be read by a program, and no news of every minute', () => {
  const { terminal, lines } = paper();
  const log = commandLog(terminal, { logLevel: 'info' });
  log.info({ milliseconds: 3 }, 'event loop delay');
  log.warn({ job: 'identity.send-code' }, 'A job failed and will be tried again');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', job: 'identity.send-code' }]);
  commandLog(terminal, { logLevel: 'debug' }).info({}, 'as asked');
  expect(lines).toHaveLength(2);
});

it('a closed pipe is no error', async () => {
  const { stderr } = await start('bash', [
    '-c',
    `set -o pipefail; ${process.execPath} ${shieldFile} completion bash | true`,
  ]);
  expect(stderr).toBe('');
});

describe('completion', () => {
  const complete = async (...words: string[]) => {
    const { out } = await shield(['completion', 'bash'], {});
    const typed = ['shield', ...words].map((word) => `'${word}'`).join(' ');
    const script = `${out}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _shield; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await start('bash', ['--norc', '-c', script]);
    return stdout.trim().split('\n');
  };

  it.each([
    [['ou'], ['outbox']],
    [['db', 'ro'], ['rollback']],
    [['db', 'rollback', ''], ['--yes']],
    [
      ['outbox', 'list', '--channel', ''],
      ['mail', 'sms'],
    ],
    [['outbox', 'list', '--limit', '3', '--j'], ['--json']],
    [['completion', 'f'], ['fish']],
  ])('of %j in bash is %j', async (words, completed) => {
    expect(await complete(...words)).toEqual(completed);
  });

  it('is there for zsh and fish with the same words, and for no other shell', async () => {
    expect((await shield(['completion', 'zsh'], {})).out).toMatch(/^autoload -U \+X bashcompinit/);
    expect((await shield(['completion', 'fish'], {})).out).toContain(
      `complete -c shield -n '__shield_typed db rollback' -l yes -d 'do it without asking'`,
    );
    expect(await shield(['completion', 'tcsh'], {})).toMatchObject({ code: 64, out: '' });
  });
});

describe('the folder where it is typed', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shieldhub-typed-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const typed = (...words: string[]) =>
    start(process.execPath, [shieldFile, ...words], {
      cwd: folder,
      env: { NODE_ENV: 'test', DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none' },
    });

  it('is not searched for settings, so that nobody else’s code runs', async () => {
    const mark = join(folder, 'mark');
    writeFileSync(
      join(folder, '.graphile-workerrc.cjs'),
      `require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''); module.exports = {};`,
    );
    await expect(typed('db', 'status')).rejects.toMatchObject({
      stderr: expect.stringContaining('127.0.0.1:1'),
    });
    expect(existsSync(mark)).toBe(false);
  });

  it('is where paths begin', async () => {
    await expect(typed('legacy', 'import', 'people.csv')).rejects.toMatchObject({
      stderr: expect.stringContaining(join(folder, 'people.csv')),
    });
  });
});
