import { Argument } from 'commander';
import { typedPath } from '../working-folder.ts';
import { type Declared, type Group, option, uuid } from './command.ts';

const person = () => new Argument('<person>', 'id or email address of the account');
const anId = '0191c3a4-5b6c-7d8e-9f01-23456789abcd';

const user: readonly Declared[] = [
  {
    words: 'user find',
    summary: 'find people by a name, business, email address, ShieldID or phone number',
    details: 'It takes at least three characters.',
    arguments: [new Argument('<words...>', 'what to look for')],
    json: true,
    example: 'user find dana minton',
    load: async () => (await import('../user.ts')).find,
  },
  {
    words: 'user show',
    summary: 'show a person’s record: state, mail, second step, checks, and what was done last',
    details: 'Opening the record is recorded in the audit log.',
    arguments: [person()],
    json: true,
    example: 'user show dana@example.com',
    load: async () => (await import('../user.ts')).show,
  },
  {
    words: 'user disable',
    summary: 'close an account',
    details: 'It ends sessions, expires the ShieldID today and cancels open invitations.',
    arguments: [person()],
    risk: () => 'The account is closed, its score expires, and the person is emailed.',
    example: 'user disable dana@example.com',
    load: async () => (await import('../user.ts')).disable,
  },
  {
    words: 'user enable',
    summary: 'open a closed account again, with the score that it had',
    arguments: [person()],
    risk: () => 'The account is reopened, and the person is emailed.',
    example: 'user enable dana@example.com --yes',
    load: async () => (await import('../user.ts')).enable,
  },
  {
    words: 'user reset-two-step',
    summary: 'reset the second step to codes by email, and sign out everywhere',
    arguments: [person()],
    risk: () => 'The person is signed out everywhere, and gets codes by email.',
    example: 'user reset-two-step dana@example.com',
    load: async () => (await import('../user.ts')).resetTwoStep,
  },
  {
    words: 'user sessions',
    summary: 'list where a person is signed in',
    arguments: [person()],
    options: [option('--end', 'sign them out everywhere')],
    risk: ({ end }: { end?: boolean }) => (end ? 'The person is signed out everywhere.' : null),
    json: true,
    example: 'user sessions dana@example.com',
    load: async () => (await import('../user.ts')).sessions,
  },
  {
    words: 'user create-admin',
    summary: 'create another admin, who sets a password with a one-time link',
    details: 'The link is emailed and printed. It works once, within three days.',
    options: [
      option('--email <address>', 'of a person without an account').makeOptionMandatory(),
      option('--firstname <name>', 'first name').default('Portal'),
      option('--lastname <name>', 'last name').default('Admin'),
    ],
    example: 'user create-admin --email grace@example.com --firstname Grace --lastname Okafor',
    load: async () => (await import('../user.ts')).createAdmin,
  },
];

const score: readonly Declared[] = [
  {
    words: 'score show',
    summary: 'list a person’s scores, newest first',
    arguments: [person()],
    json: true,
    example: 'score show dana@example.com',
    load: async () => (await import('../score.ts')).show,
  },
  {
    words: 'score expire',
    summary: 'make a person’s active score expire at once',
    details: 'The score it replaced becomes active again for its remaining days. The reason becomes a note.',
    arguments: [person()],
    options: [option('--reason <text>', 'why, for the record').makeOptionMandatory()],
    risk: () => 'The score expires for good, and companies see that.',
    example: 'score expire dana@example.com --reason "Report of another person, ticket 4711"',
    load: async () => (await import('../score.ts')).expire,
  },
];

const application: readonly Declared[] = [
  {
    words: 'application show',
    summary: 'show an application’s status, money and result',
    arguments: [new Argument('<id>', 'of the application').argParser(uuid)],
    json: true,
    example: `application show ${anId}`,
    load: async () => (await import('../application.ts')).show,
  },
  {
    words: 'application resubmit',
    summary: 'send an application to the agency again, if the agency does not have it yet',
    arguments: [new Argument('<id>', 'of the application').argParser(uuid)],
    example: `application resubmit ${anId}`,
    load: async () => (await import('../application.ts')).resubmit,
  },
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

/** A case number as people type it, or an id. */
const caseOrId = (text: string): string => (/^(?:a-?)?\d{3}-?\d{3}$/i.test(text) ? text : uuid(text));

const adverse: readonly Declared[] = [
  {
    words: 'adverse verify',
    summary: 'compute the hashes of an adverse action’s evidence again; exits with 1 on any difference',
    details:
      'It names each entry, notice and report that differs. A downloaded file also has a seal, made with the first key of SIGNING_KEY: ' +
      'without that key nobody can make one that fits a changed file. Once the case is no longer kept, only the file ' +
      'itself can be checked.',
    arguments: [
      new Argument('[case]', 'its number, such as A-482-193, or the id in the address of its page').argParser(
        caseOrId,
      ),
    ],
    options: [option('--file <path>', 'check a downloaded JSON file instead of what is stored', typedPath)],
    json: true,
    example: 'adverse verify A-482-193',
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
    arguments: [new Argument('<file>', 'the CSV file').argParser(typedPath)],
    options: [option('--dry-run', 'check the file and count only')],
    example: 'legacy import shieldids.csv --dry-run',
    load: async () => (await import('../legacy.ts')).importFile,
  },
];

export const peopleGroups: readonly Group[] = [
  { name: 'user', summary: 'manage accounts', commands: user },
  { name: 'score', summary: 'manage scores', commands: score },
  { name: 'application', summary: 'manage applications', commands: application },
  { name: 'adverse', summary: 'check adverse actions', commands: adverse },
  { name: 'legacy', summary: 'take over ShieldIDs from a former system', commands: legacy },
];
