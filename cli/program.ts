import { InvalidArgumentError, Option, Command as Program } from 'commander';
import { exitCodes } from '#modules/platform/index.ts';
import { build } from './build.ts';
import * as catalogue from './catalogue.ts';
import * as clock from './clock.ts';
import * as company from './company.ts';
import * as database from './database.ts';
import { fewestPeople, mostPeople } from './fill/index.ts';
import * as jobs from './jobs.ts';
import * as outbox from './outbox.ts';
import { web, worker } from './processes.ts';
import { dev } from './reload.ts';
import { type SetupOptions, setup } from './setup/index.ts';
import { type Command, reportFailure, type Terminal } from './terminal.ts';
import { up } from './up.ts';
import * as user from './user.ts';

/**
 * Runs one command line.
 * @param words the arguments, without the program's name
 * @returns the exit code
 */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.ok;
  const program = declare(terminal, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    if (isUsage(error)) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    return terminal.signal.aborted ? exitCodes.ok : reportFailure(terminal, error);
  }
}

function declare(terminal: Terminal, settle: (code: number) => void): Program {
  const program = new Program('shield');
  program
    .description('Runs and looks after a ShieldHub portal.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    });
  const act =
    <Options>(command: Command<Options>) =>
    async (options: Options) =>
      settle(await command(terminal, options));
  const json = () => new Option('--json', 'answer in JSON');

  program
    .command('up')
    .description('everything in one process: database, pages, web, worker, sandboxes')
    .option('--demo', 'demo data also in the database of DATABASE_URL, if it is empty')
    .option('--no-demo', 'no demo data in the embedded database either')
    .addOption(new Option('--reload', 'pages from Vite, as dev has them').hideHelp())
    .action(act(up));
  program
    .command('dev')
    .description('as up, and reloads when a file changes; development only')
    .action(act(dev));
  program.command('build').description('the pages, unless they are built already').action(act(build));
  program.command('web').description('the web server alone').action(act(web));
  program.command('worker').description('the worker alone').action(act(worker));

  const db = program.command('db').description('the database and its schema');
  db.command('migrate').description('bring the schema to the newest version').action(act(database.migrate));
  db.command('status')
    .description('which migrations have run; exit code 1 when one waits')
    .addOption(json())
    .action(act(database.status));
  db.command('rollback')
    .description('take back the newest migration')
    .option('--yes', 'yes, with the data in its tables')
    .action(act(database.rollback));
  db.command('dump-schema')
    .description('write the migrated schema to migrations/schema.sql, for the review of a change')
    .action(act(database.dump));
  db.command('seed').description('demo data, into a database without accounts').action(act(database.seed));
  db.command('fill')
    .description('made-up people with checks, scores and networks, into a database without accounts')
    .requiredOption('--people <count>', 'how many, 200 to 2000000', people)
    .action(act(database.fill));

  program
    .command('setup')
    .description('the first start: brand, terms, catalogue and the first admin')
    .option('--from <file>', 'from a JSON file instead of questions')
    .option('--example', 'print such a file, to edit it')
    .action(act<SetupOptions>(setup));

  program
    .command('user')
    .description('accounts')
    .command('create-admin')
    .description('another admin, who sets the password by a link')
    .requiredOption('--email <address>', 'of a person without an account')
    .option('--firstname <name>', 'first name', 'Portal')
    .option('--lastname <name>', 'last name', 'Admin')
    .action(act(user.createAdmin));

  program
    .command('company')
    .description('companies')
    .command('create')
    .description('a company with its owner')
    .requiredOption('--name <name>', 'as people see it')
    .requiredOption('--owner <address>', 'of an account that belongs to no team yet')
    .option('--host <label>', 'a host of its own: the label before BRANDED_HOST_SUFFIX')
    .option('--time-zone <zone>', 'as America/Chicago')
    .action(act(company.create));

  const catalogueCommand = program.command('catalogue').description('providers, packages, steps, documents');
  catalogueCommand
    .command('export')
    .description('print them as a JSON file')
    .action(act(catalogue.exportFile));
  catalogueCommand
    .command('import <file>')
    .description('bring them to what a file says; what was sold keeps its price and steps')
    .option('--dry-run', 'only print the differences')
    .action(async (file: string, options: { dryRun?: boolean }) =>
      settle(await catalogue.importFile(terminal, { file, ...options })),
    );

  const clockCommand = program.command('clock').description("development's clock");
  clockCommand.command('show', { isDefault: true }).addOption(json()).action(act(clock.show));
  clockCommand
    .command('advance <time>')
    .description('move it forwards (45d, 12h, 1d12h) and run what comes due')
    .action(async (by: string) => settle(await clock.advance(terminal, { by })));

  program
    .command('outbox')
    .description('mail and SMS that the sandboxes kept')
    .command('list', { isDefault: true })
    .option('--to <address>', 'of one recipient')
    .addOption(new Option('--channel <channel>', 'of one kind').choices(['mail', 'sms']))
    .option('--limit <count>', 'at most so many', count)
    .addOption(json())
    .action(act(outbox.list));

  program
    .command('jobs')
    .description('the queue')
    .command('list', { isDefault: true })
    .option('--limit <count>', 'at most so many failed ones', count)
    .addOption(json())
    .action(act(jobs.list));
  return program;
}

function count(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('expected 1 to 9999.');
  return Number(text);
}

function people(text: string): number {
  const wanted = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (wanted < fewestPeople || wanted > mostPeople)
    throw new InvalidArgumentError(`expected ${fewestPeople} to ${mostPeople}.`);
  return wanted;
}

function isUsage(error: unknown): error is Error & { exitCode: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}
