import { Option, Command as Program } from 'commander';
import { exitCodes } from '#modules/platform/starting.ts';
import type { Declared } from './declared/command.ts';
import { groups, runningCommands } from './declared/index.ts';
import { confirm, reportFailure, type Terminal } from './terminal.ts';

/**
 * Runs one command line.
 * @param words the arguments, without the program's name
 * @returns the exit code
 */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.ok;
  const program = declareProgram(terminal, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(withDefault(words), { from: 'user' });
    return code;
  } catch (error) {
    if (isUsage(error)) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    return terminal.signal.aborted ? exitCodes.ok : reportFailure(terminal, error);
  }
}

/** The program with all its commands, which end with `settle`. */
function declareProgram(terminal: Terminal, settle: (code: number) => void): Program {
  const program = new Program('shield');
  const columns = terminal.columns;
  program
    .description('Runs and maintains a ShieldHub portal.')
    .exitOverride()
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      getOutHelpWidth: () => columns ?? HELP_WIDTH,
      getErrHelpWidth: () => columns ?? HELP_WIDTH,
    })
    .addHelpText('after', '\nExample:\n  shield user --help');
  const declare = (under: Program, declared: Declared) =>
    addCommand(under, declared, async (options) => {
      const risk = declared.risk?.(options) ?? null;
      if (risk !== null) await confirm(terminal, risk, options.yes === true);
      settle(await (await declared.load())(terminal, options));
    });
  for (const each of runningCommands) declare(program, each);
  for (const { name, summary, commands } of groups) {
    const group = program.command(name).description(summary);
    const [first] = commands;
    if (first) group.addHelpText('after', exampleOf(first));
    for (const each of commands) declare(group, each);
  }
  return program;
}

/** In characters, where the output is no terminal. */
const HELP_WIDTH = 100;

type Options = Record<string, unknown>;

/** @param act gets the options and, by their names, the arguments */
function addCommand(under: Program, declared: Declared, act: (options: Options) => Promise<void>): void {
  const command = under
    .command(declared.words.split(' ').at(-1) ?? '')
    .summary(declared.summary)
    .description([declared.summary, ...(declared.details ? ['', declared.details] : [])].join('\n'))
    .addHelpText('after', exampleOf(declared));
  for (const each of declared.arguments ?? []) command.addArgument(each);
  for (const each of declared.options ?? []) command.addOption(each);
  if (declared.risk) command.addOption(new Option('--yes', 'do it without asking'));
  if (declared.json) command.addOption(new Option('--json', 'answer in JSON'));
  command.action(() => {
    const named = command.registeredArguments.flatMap((argument, at) => {
      const value = command.processedArgs[at];
      return value === undefined ? [] : [[argument.name(), value]];
    });
    return act({ ...command.opts(), ...Object.fromEntries(named) });
  });
}

const exampleOf = ({ example }: Declared) => `\nExample:\n  shield ${example}`;

/**
 * The words with those of the command that runs if its group is named alone. The parser would take a mistyped command
 * for an argument of it.
 */
function withDefault(words: readonly string[]): string[] {
  const [first = '', second = '-', ...rest] = words;
  const named = groups.find(({ name }) => name === first)?.commands.find(({ byDefault }) => byDefault);
  if (!named || !second.startsWith('-') || second === '-h' || second === '--help') return [...words];
  return [...named.words.split(' '), ...words.slice(1, 2), ...rest];
}

function isUsage(error: unknown): error is Error & { exitCode: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}
