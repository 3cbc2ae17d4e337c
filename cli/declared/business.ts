import { Argument } from 'commander';
import { typedPath } from '../working-folder.ts';
import { type Declared, duration, type Group, option, uuid } from './command.ts';

const company: readonly Declared[] = [
  {
    words: 'company show',
    summary: 'show companies by their id, name, host, owner or ShieldLink ID',
    arguments: [new Argument('<words...>', 'what to look for')],
    json: true,
    example: 'company show harbor',
    load: async () => (await import('../company.ts')).show,
  },
  {
    words: 'company create',
    summary: 'create a company with its owner',
    options: [
      option('--name <name>', 'the name that people see').makeOptionMandatory(),
      option('--owner <address>', 'email of an account that is not on a team').makeOptionMandatory(),
      option('--host <label>', 'its own host: the label before BRANDED_HOST_SUFFIX'),
      option('--time-zone <zone>', 'for example America/Chicago'),
    ],
    example: 'company create --name "Harbor Staffing" --owner maria@example.com --host harbor',
    load: async () => (await import('../company.ts')).create,
  },
];

const catalogue: readonly Declared[] = [
  {
    words: 'catalogue export',
    summary: 'print the catalog as JSON',
    example: 'catalogue export > catalog.json',
    load: async () => (await import('../catalogue.ts')).exportFile,
  },
  {
    words: 'catalogue import',
    summary: 'change the catalog to match a file',
    details:
      'What was sold keeps its price and steps, and a document whose text changed becomes a new version.',
    arguments: [new Argument('<file>', 'what export printed, edited').argParser(typedPath)],
    options: [option('--dry-run', 'print the differences only')],
    risk: ({ dryRun }: { dryRun?: boolean }) => (dryRun ? null : 'This changes what is sold from now on.'),
    example: 'catalogue import catalog.json --dry-run',
    load: async () => (await import('../catalogue.ts')).importFile,
  },
];

const store: readonly Declared[] = [
  {
    words: 'store show',
    summary: 'show whether the store is closed for maintenance, and when',
    byDefault: true,
    json: true,
    example: 'store',
    load: async () => (await import('../store.ts')).show,
  },
  {
    words: 'store close',
    summary: 'close the store for a while; payments already started can finish',
    arguments: [
      new Argument('<time>', 'how long nothing can be bought, such as 2h or 1d12h').argParser(duration),
    ],
    options: [option('--in <time>', 'start later, such as 30m', duration)],
    example: 'store close 2h --in 30m',
    load: async () => (await import('../store.ts')).close,
  },
  {
    words: 'store open',
    summary: 'open it at once',
    example: 'store open',
    load: async () => (await import('../store.ts')).open,
  },
];

const payments: readonly Declared[] = [
  {
    words: 'payments refund',
    summary: 'refund a check in full or in part; a large refund waits for an admin',
    details: 'The reason becomes a note. A full refund closes the application, unless it is kept.',
    arguments: [new Argument('<application>', 'id of the application').argParser(uuid)],
    options: [
      option('--amount <dollars>', 'a part, such as 25.50; everything that is left by default'),
      option('--reason <text>', 'why, for the record').makeOptionMandatory(),
      option('--keep-application', 'do not close the application'),
    ],
    risk: () => 'The money goes back to the card.',
    example: 'payments refund 0191c3a4-5b6c-7d8e-9f01-23456789abcd --reason "Bought twice"',
    load: async () => (await import('../payments.ts')).refund,
  },
  {
    words: 'payments reconcile',
    summary: 'compare the ledger with the payment provider; exits with 1 on any difference',
    options: [option('--since <time>', 'how far back (7d, 12h)', duration).makeOptionMandatory()],
    json: true,
    example: 'payments reconcile --since 7d',
    load: async () => (await import('../payments.ts')).reconcile,
  },
];

const settings: readonly Declared[] = [
  {
    words: 'settings get',
    summary: 'list the settings of the console’s pages, or one of them',
    details: 'The times of the store are in the time zone of the portal’s own brand, as in the console.',
    byDefault: true,
    arguments: [new Argument('[name]', 'such as store.abandoned_after')],
    json: true,
    example: 'settings get store.abandoned_after',
    load: async () => (await import('../settings.ts')).get,
  },
  {
    words: 'settings set',
    summary: 'change a setting',
    details:
      'Changes that need two admins are made only in the console. The times of the store are in the time zone of the portal’s own brand.',
    arguments: [new Argument('<name>', 'as in the list'), new Argument('<value>', 'the new value')],
    example: 'settings set store.promotion_shown off',
    load: async () => (await import('../settings.ts')).set,
  },
];

const audit: readonly Declared[] = [
  {
    words: 'audit search',
    summary: 'search the audit log, newest first',
    details: 'Reading it is recorded too.',
    arguments: [new Argument('[words...]', 'an action, a name or an id').default([])],
    options: [
      option('--person <person>', 'about one person: id or email address'),
      option('--staff <person>', 'by one member of staff: id or email address'),
      option('--company <id>', 'about one company', uuid),
      option('--action <name>', 'such as purchasing.refund-requested'),
      option('--since <date>', 'from a day in UTC, such as 2026-03-01'),
      option('--until <date>', 'up to a day in UTC'),
      option('--after <place>', 'the next page, as the page before names it'),
    ],
    json: true,
    example: 'audit search refund --since 2026-03-01',
    load: async () => (await import('../audit.ts')).search,
  },
];

const apiKeys: readonly Declared[] = [
  {
    words: 'api-keys list',
    summary: 'list the keys, without their secrets',
    byDefault: true,
    options: [option('--company <id>', 'of one company only', uuid)],
    json: true,
    example: 'api-keys list --company 0191c3a4-5b6c-7d8e-9f01-23456789abcd',
    load: async () => (await import('../api-keys.ts')).list,
  },
  {
    words: 'api-keys revoke',
    summary: 'refuse every call with a key from now on; the company’s owner is emailed',
    arguments: [new Argument('<id>', 'its id in the list').argParser(uuid)],
    risk: () => 'From now on, every call with this key is refused. The company’s owner is emailed.',
    example: 'api-keys revoke 0191c3a4-5b6c-7d8e-9f01-23456789abcd --yes',
    load: async () => (await import('../api-keys.ts')).revoke,
  },
];

const webhooks: readonly Declared[] = [
  {
    words: 'webhooks replay',
    summary: 'resend the events that permanently failed at an endpoint',
    arguments: [new Argument('<id>', 'of the endpoint, as the audit log names it').argParser(uuid)],
    example: 'webhooks replay 0191c3a4-5b6c-7d8e-9f01-23456789abcd',
    load: async () => (await import('../webhooks.ts')).replay,
  },
];

export const businessGroups: readonly Group[] = [
  { name: 'company', summary: 'manage companies', commands: company },
  { name: 'catalogue', summary: 'manage providers, packages, steps and documents', commands: catalogue },
  { name: 'store', summary: 'close the store for maintenance, or open it', commands: store },
  { name: 'payments', summary: 'check and refund payments', commands: payments },
  { name: 'settings', summary: 'read and change settings', commands: settings },
  { name: 'audit', summary: 'read the audit log', commands: audit },
  { name: 'api-keys', summary: 'the keys with which companies call /api/v1', commands: apiKeys },
  { name: 'webhooks', summary: 'the endpoints to which companies’ events are sent', commands: webhooks },
];
