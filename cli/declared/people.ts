import { Argument } from 'commander';
import { type Declared, type Group, option, uuid } from './command.ts';

const user: readonly Declared[] = [
  {
    words: 'user create-admin',
    summary: 'create another admin, who sets a password with a one-time link',
    details: 'The link is mailed and printed. It works once, within three days.',
    options: [
      option('--email <address>', 'of a person without an account').makeOptionMandatory(),
      option('--firstname <name>', 'first name').default('Portal'),
      option('--lastname <name>', 'last name').default('Admin'),
    ],
    example: 'user create-admin --email grace@example.com --firstname Grace --lastname Okafor',
    load: async () => (await import('../user.ts')).createAdmin,
  },
];

const application: readonly Declared[] = [
  {
    words: 'application verify',
    summary: 'compare an application’s file, consent texts and signatures with their hashes',
    details:
      'It computes the hashes again, compares them with the database and the file’s signing certificate, and exits ' +
      'with 1 on any difference.',
    arguments: [new Argument('<id>', 'of the application').argParser(uuid)],
    json: true,
    example: 'application verify 0191c3a4-5b6c-7d8e-9f01-23456789abcd',
    load: async () => (await import('../application.ts')).verify,
  },
];

const adverse: readonly Declared[] = [
  {
    words: 'adverse verify',
    summary: 'compute the hashes of an adverse action’s evidence again; exits with 1 on any difference',
    details:
      'It names each entry, notice and report that differs. A downloaded file also has a seal, made with SIGNING_KEY: ' +
      'without that key nobody can make one that fits a changed file. Once the case is no longer kept, only the file ' +
      'itself can be checked.',
    arguments: [new Argument('[id]', 'as in the address of its page').argParser(uuid)],
    options: [option('--file <path>', 'check a downloaded JSON file instead of what is stored')],
    json: true,
    example: 'adverse verify --file evidence.json',
    load: async () => (await import('../adverse.ts')).verify,
  },
];

const legacy: readonly Declared[] = [
  {
    words: 'legacy import',
    summary: 'archive ShieldIDs from a CSV file, so that their owners can link them',
    details:
      'The file has the columns shieldid,ssn,dateofbirth. Owners link their ShieldID in My Profile once staff switch ' +
      'that on.',
    arguments: [new Argument('<file>', 'the CSV file')],
    options: [option('--dry-run', 'check the file and count only')],
    example: 'legacy import shieldids.csv --dry-run',
    load: async () => (await import('../legacy.ts')).importFile,
  },
];

export const peopleGroups: readonly Group[] = [
  { name: 'user', summary: 'manage accounts', commands: user },
  { name: 'application', summary: 'check submitted applications', commands: application },
  { name: 'adverse', summary: 'check adverse actions', commands: adverse },
  { name: 'legacy', summary: 'take over ShieldIDs from a former system', commands: legacy },
];
