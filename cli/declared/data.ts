import { Argument, InvalidArgumentError, Option } from 'commander';
import { fewestPeople, mostPeople } from '../fill/wanted.ts';
import { typedPath } from '../working-folder.ts';
import { type Declared, duration, type Group, option } from './command.ts';

const database: readonly Declared[] = [
  {
    words: 'db migrate',
    summary: 'migrate the schema to the latest version',
    details: 'A migration gives up if it waits for a table for two seconds; it has then changed nothing.',
    options: [
      option('--plan', 'only list what would run, and whether the previous release still works afterwards'),
    ],
    example: 'db migrate',
    load: async () => (await import('../database.ts')).migrate,
  },
  {
    words: 'db status',
    summary: 'list the migrations that have run; exits with 1 if any are pending',
    json: true,
    example: 'db status --json',
    load: async () => (await import('../database.ts')).status,
  },
  {
    words: 'db rollback',
    summary: 'revert the latest migration',
    risk: () => 'This reverts the latest migration and deletes the data in its tables.',
    example: 'db rollback --yes',
    load: async () => (await import('../database.ts')).rollback,
  },
  {
    words: 'db backup',
    summary: 'back up the portal to an encrypted file; the portal can keep running',
    details:
      'The file holds every table and, if STORAGE is folder, the stored files. It is encrypted with BACKUP_KEY (the ' +
      'format of KEY_RING). With --verify it is read again; the address of a backup with --verify is only read, without ' +
      'a database.',
    arguments: [new Argument('<target>', 'a folder, or s3://bucket/path').argParser(typedPath)],
    options: [
      option('--verify', 'read the backup to its end, and compare it with what was written'),
      option('--files', 'with the stored files; by default if STORAGE is folder'),
      option('--no-files', 'without the stored files'),
    ],
    json: true,
    example: 'db backup /var/backups/shieldhub --verify',
    load: async () => (await import('../backup.ts')).backup,
  },
  {
    words: 'db restore',
    summary: 'restore a backup into an empty database, and repeat the erasures made since',
    details:
      'Every table is read again and compared before anything is committed. Keep web and worker stopped until it has ended.',
    arguments: [new Argument('<source>', 'a file, or s3://bucket/path/name.backup').argParser(typedPath)],
    options: [option('--no-files', 'without the stored files')],
    risk: () => 'This fills the database of DATABASE_URL with the backup.',
    example: 'db restore /var/backups/shieldhub/shieldhub-20260131T020000Z.backup --yes',
    load: async () => (await import('../backup.ts')).restore,
  },
  {
    words: 'db anonymize',
    summary: 'copy the portal without personal data, for a test installation',
    details:
      'The copy is an encrypted file for db restore. People, companies and texts in it are made up, files are ' +
      'placeholders, and no key, session or password comes over. It has keys of its own and one password for everybody, ' +
      'which are written to the file of --keys. The portal can keep running.',
    arguments: [new Argument('<target>', 'a folder, or s3://bucket/path').argParser(typedPath)],
    options: [
      option('--keys <file>', 'the new file for the keys of the copy', typedPath).makeOptionMandatory(),
    ],
    json: true,
    example: 'db anonymize /var/copies --keys /var/copies/copy.env',
    load: async () => (await import('../anonymize.ts')).anonymize,
  },
  {
    words: 'db erase-again',
    summary: 'repeat the erasures on the list of erased people, after a restore by other means',
    example: 'db erase-again --yes',
    risk: () => 'This erases the personal data of everybody whom the list of erasures names.',
    load: async () => (await import('../backup.ts')).eraseListed,
  },
  {
    words: 'db dump-schema',
    summary:
      'write the migrated schema to migrations/schema.sql, from which empty databases are made, and where changes are reviewed',
    example: 'db dump-schema',
    load: async () => (await import('../database.ts')).dump,
  },
  {
    words: 'db seed',
    summary: 'add demo data to a database without accounts',
    options: [new Option('--when-told', 'read the address of the database from stdin').hideHelp()],
    example: 'db seed',
    load: async () => (await import('../database.ts')).seed,
  },
  {
    words: 'db fill',
    summary: 'add made-up people with checks, scores and networks to a database without accounts',
    options: [option('--people <count>', 'how many, 200 to 2000000', people).makeOptionMandatory()],
    example: 'db fill --people 100000',
    load: async () => (await import('../database.ts')).fill,
  },
];

const keys: readonly Declared[] = [
  {
    words: 'keys new',
    summary: 'print new values for KEY_RING, LOOKUP_KEY, SIGNING_KEY and BACKUP_KEY; nothing is stored',
    example: 'keys new',
    load: async () => (await import('../keys.ts')).make,
  },
  {
    words: 'keys status',
    summary: 'list the keys and how many values each encrypts; exits with 1 if a used one is missing',
    json: true,
    example: 'keys status',
    load: async () => (await import('../keys.ts')).status,
  },
  {
    words: 'keys rotate',
    summary: 'encrypt everything under the first key of KEY_RING, while the portal runs',
    details:
      'If you start it again, it continues where it stopped. A row or file that it cannot open is left as it is and ' +
      'named with its table and id, and the exit code is 1.',
    example: 'keys rotate',
    load: async () => (await import('../keys.ts')).rotate,
  },
];

const retention: readonly Declared[] = [
  {
    words: 'retention run',
    summary: 'delete what is older than the retention table allows',
    details:
      'The worker does the same every night. Data under a legal hold stays. docs/retention.md has the table.',
    options: [option('--dry-run', 'count only')],
    risk: ({ dryRun }: { dryRun?: boolean }) =>
      dryRun ? null : 'Data past its retention period is permanently deleted.',
    json: true,
    example: 'retention run --dry-run',
    load: async () => (await import('../retention.ts')).run,
  },
];

const clock: readonly Declared[] = [
  {
    words: 'clock show',
    summary: 'print the time of the portal',
    byDefault: true,
    json: true,
    example: 'clock',
    load: async () => (await import('../clock.ts')).show,
  },
  {
    words: 'clock advance',
    summary: 'move the clock forward and run what becomes due',
    arguments: [new Argument('<time>', 'such as 45d, 12h or 1d12h').argParser(duration)],
    example: 'clock advance 45d',
    load: async () => (await import('../clock.ts')).advance,
  },
];

export const dataGroups: readonly Group[] = [
  { name: 'db', summary: 'manage the database and its schema', commands: database },
  { name: 'keys', summary: 'manage the keys that encrypt what is stored', commands: keys },
  { name: 'retention', summary: 'delete by age', commands: retention },
  { name: 'clock', summary: 'the development clock', commands: clock },
];

function people(text: string): number {
  const wanted = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (wanted < fewestPeople || wanted > mostPeople)
    throw new InvalidArgumentError(`expected ${fewestPeople} to ${mostPeople}.`);
  return wanted;
}
