import { InvalidArgumentError, Option, Command as Program } from 'commander';
import { exitCodes } from '#modules/platform/starting.ts';
import { parseDuration } from './duration.ts';
import { fewestPeople, mostPeople } from './fill/wanted.ts';
import type { SetupOptions } from './setup/index.ts';
import { type Command, reportFailure, type Terminal } from './terminal.ts';

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
    .description('Runs and maintains a ShieldHub portal.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    });
  const act =
    <Options>(load: () => Promise<Command<Options>>) =>
    async (options: Options) => {
      const command = await load();
      settle(await command(terminal, options));
    };
  const json = () => new Option('--json', 'answer in JSON');

  program
    .command('up')
    .description('run everything in one process: database, pages, web, worker, sandboxes')
    .option('--demo', 'add demo data to the database of DATABASE_URL too, if it is empty')
    .option('--no-demo', 'add no demo data to the embedded database')
    .addOption(new Option('--reload', 'serve the pages from Vite, as dev does').hideHelp())
    .action(act(async () => (await import('./up.ts')).up));
  program
    .command('dev')
    .description('run everything and reload when a file changes (development only)')
    .action(act(async () => (await import('./dev.ts')).dev));
  program
    .command('build')
    .description('build the pages, unless they are already built')
    .action(act(async () => (await import('./build.ts')).build));
  program
    .command('web')
    .description('run the web server only')
    .action(act(async () => (await import('./processes.ts')).web));
  program
    .command('worker')
    .description('run the worker only')
    .action(act(async () => (await import('./processes.ts')).worker));

  const db = program.command('db').description('manage the database and its schema');
  db.command('migrate')
    .description('migrate the schema to the latest version')
    .action(act(async () => (await import('./database.ts')).migrate));
  db.command('status')
    .description('list the migrations that have run; exits with 1 if any are pending')
    .addOption(json())
    .action(act(async () => (await import('./database.ts')).status));
  db.command('rollback')
    .description('revert the latest migration')
    .option('--yes', 'confirm, including the data in its tables')
    .action(act(async () => (await import('./database.ts')).rollback));
  db.command('dump-schema')
    .description('write the migrated schema to migrations/schema.sql, so that a change can be reviewed')
    .action(act(async () => (await import('./database.ts')).dump));
  db.command('seed')
    .description('add demo data to a database without accounts')
    .addOption(new Option('--when-told', 'read the address of the database from stdin').hideHelp())
    .action(act(async () => (await import('./database.ts')).seed));
  db.command('fill')
    .description('add made-up people with checks, scores and networks to a database without accounts')
    .requiredOption('--people <count>', 'how many, 200 to 2000000', people)
    .action(act(async () => (await import('./database.ts')).fill));

  program
    .command('setup')
    .description('set up a new portal: brand, terms, catalog and the first admin')
    .option('--from <file>', 'read a JSON file instead of asking questions')
    .option('--example', 'print an example of that file to edit')
    .option('--accept-example', 'take a file that still has names, addresses or texts of the example')
    .action(act<SetupOptions>(async () => (await import('./setup/index.ts')).setup));

  program
    .command('user')
    .description('manage accounts')
    .command('create-admin')
    .description('create another admin, who sets a password with a one-time link')
    .requiredOption('--email <address>', 'of a person without an account')
    .option('--firstname <name>', 'first name', 'Portal')
    .option('--lastname <name>', 'last name', 'Admin')
    .action(act(async () => (await import('./user.ts')).createAdmin));

  program
    .command('company')
    .description('manage companies')
    .command('create')
    .description('create a company with its owner')
    .requiredOption('--name <name>', 'the name that people see')
    .requiredOption('--owner <address>', 'email of an account that is not on a team')
    .option('--host <label>', 'its own host: the label before BRANDED_HOST_SUFFIX')
    .option('--time-zone <zone>', 'for example America/Chicago')
    .action(act(async () => (await import('./company.ts')).create));

  const catalogueCommand = program
    .command('catalogue')
    .description('manage providers, packages, steps and documents');
  catalogueCommand
    .command('export')
    .description('print the catalog as JSON')
    .action(act(async () => (await import('./catalogue.ts')).exportFile));
  catalogueCommand
    .command('import <file>')
    .description('change the catalog to match a file; what was sold keeps its price and steps')
    .option('--dry-run', 'print the differences only')
    .action(async (file: string, options: { dryRun?: boolean }) =>
      settle(await (await import('./catalogue.ts')).importFile(terminal, { file, ...options })),
    );

  program
    .command('legacy')
    .description('take over ShieldIDs from a former system')
    .command('import <file>')
    .description(
      'archive ShieldIDs from a CSV file (shieldid,ssn,dateofbirth), so that their owners can link them',
    )
    .option('--dry-run', 'check the file and count only')
    .action(async (file: string, options: { dryRun?: boolean }) =>
      settle(await (await import('./legacy.ts')).importFile(terminal, { file, ...options })),
    );

  program
    .command('application')
    .description('check submitted applications')
    .command('verify')
    .argument('<id>', 'its number', uuid)
    .description(
      'compare an application’s file, consent texts and signatures with their hashes; exits with 1 on any difference',
    )
    .action(async (id: string) => settle(await (await import('./application.ts')).verify(terminal, { id })));

  program
    .command('adverse')
    .description('check adverse actions')
    .command('verify')
    .argument('[id]', 'its id, as in the address of its page', uuid)
    .option('--file <path>', 'check a downloaded JSON file instead of what is stored')
    .description('compute the hashes of an adverse action’s evidence again; exits with 1 on any difference')
    .action(async (id: string | undefined, options: { file?: string }) =>
      settle(await (await import('./adverse.ts')).verify(terminal, { ...(id ? { id } : {}), ...options })),
    );

  const storeCommand = program.command('store').description('close the store for maintenance, or open it');
  storeCommand
    .command('show', { isDefault: true })
    .addOption(json())
    .action(act(async () => (await import('./store.ts')).show));
  storeCommand
    .command('close <time>')
    .description('how long nothing can be bought (2h, 1d12h); payments already started can finish')
    .option('--in <time>', 'start later, such as 30m')
    .action(async (time: string, options: { in?: string }) =>
      settle(await (await import('./store.ts')).close(terminal, { time, ...options })),
    );
  storeCommand
    .command('open')
    .description('open it at once')
    .action(act(async () => (await import('./store.ts')).open));
  program
    .command('payments')
    .description('check payments')
    .command('reconcile')
    .description('compare the ledger with the payment provider; exits with 1 on any difference')
    .requiredOption('--since <time>', 'how far back (7d, 12h)', duration)
    .action(act(async () => (await import('./payments.ts')).reconcile));

  const clockCommand = program.command('clock').description('the development clock');
  clockCommand
    .command('show', { isDefault: true })
    .addOption(json())
    .action(act(async () => (await import('./clock.ts')).show));
  clockCommand
    .command('advance <time>')
    .description('move it forward (45d, 12h, 1d12h) and run what comes due')
    .action(async (by: string) => settle(await (await import('./clock.ts')).advance(terminal, { by })));

  const keysCommand = program.command('keys').description('manage the keys that encrypt what is stored');
  keysCommand
    .command('new')
    .description('print new values for KEY_RING, LOOKUP_KEY and SIGNING_KEY; nothing is stored')
    .action(act(async () => (await import('./keys.ts')).make));
  keysCommand
    .command('rotate')
    .description('encrypt everything under the first key of KEY_RING, while the portal runs')
    .action(act(async () => (await import('./keys.ts')).rotate));

  const apiKeys = program.command('api-keys').description('the keys with which companies call /api/v1');
  apiKeys
    .command('list', { isDefault: true })
    .option('--company <id>', 'of one company only', uuid)
    .addOption(json())
    .action(act(async () => (await import('./api-keys.ts')).list));
  apiKeys
    .command('revoke')
    .argument('<id>', 'its id in the list', uuid)
    .description('refuse every call with a key from now on; the company’s owner is mailed')
    .action(async (id: string) => settle(await (await import('./api-keys.ts')).revoke(terminal, { id })));

  program
    .command('webhooks')
    .description('the endpoints of companies that are told of events')
    .command('replay')
    .argument('<id>', 'of the endpoint, as the audit log names it', uuid)
    .description('send again what failed for good at an endpoint')
    .action(async (id: string) => settle(await (await import('./webhooks.ts')).replay(terminal, { id })));

  program
    .command('outbox')
    .description('list the emails and text messages that the sandboxes kept')
    .command('list', { isDefault: true })
    .option('--to <address>', 'to one recipient only')
    .addOption(new Option('--channel <channel>', 'of one kind only').choices(['mail', 'sms']))
    .option('--limit <count>', 'the most to list', count)
    .addOption(json())
    .action(act(async () => (await import('./outbox.ts')).list));

  program
    .command('jobs')
    .description('show the queue')
    .command('list', { isDefault: true })
    .option('--limit <count>', 'the most failed jobs to list', count)
    .addOption(json())
    .action(act(async () => (await import('./jobs.ts')).list));
  return program;
}

function count(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('expected 1 to 9999.');
  return Number(text);
}

function duration(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === null) throw new InvalidArgumentError('expected a time like 7d or 12h.');
  return milliseconds;
}

function uuid(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new InvalidArgumentError('expected an id such as 0191c3a4-5b6c-7d8e-9f01-23456789abcd.');
  return text.toLowerCase();
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
