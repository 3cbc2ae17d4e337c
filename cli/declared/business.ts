import { Argument } from 'commander';
import { type Declared, duration, type Group, option, uuid } from './command.ts';

const company: readonly Declared[] = [
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
      'What was sold keeps its price and steps, and a document that reads differently becomes a new version.',
    arguments: [new Argument('<file>', 'what export printed, edited')],
    options: [option('--dry-run', 'print the differences only')],
    risk: ({ dryRun }: { dryRun?: boolean }) => (dryRun ? null : 'This changes what is sold from now on.'),
    example: 'catalogue import catalog.json --dry-run',
    load: async () => (await import('../catalogue.ts')).importFile,
  },
];

const store: readonly Declared[] = [
  {
    words: 'store show',
    summary: 'say whether the store is closed for maintenance, and when',
    byDefault: true,
    json: true,
    example: 'store',
    load: async () => (await import('../store.ts')).show,
  },
  {
    words: 'store close',
    summary: 'close the store for a time; payments already started can finish',
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
    words: 'payments reconcile',
    summary: 'compare the ledger with the payment provider; exits with 1 on any difference',
    options: [option('--since <time>', 'how far back (7d, 12h)', duration).makeOptionMandatory()],
    json: true,
    example: 'payments reconcile --since 7d',
    load: async () => (await import('../payments.ts')).reconcile,
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
    summary: 'refuse every call with a key from now on; the company’s owner is mailed',
    arguments: [new Argument('<id>', 'its id in the list').argParser(uuid)],
    risk: () => 'Every call with this key is refused from now on, and the company’s owner is told.',
    example: 'api-keys revoke 0191c3a4-5b6c-7d8e-9f01-23456789abcd --yes',
    load: async () => (await import('../api-keys.ts')).revoke,
  },
];

const webhooks: readonly Declared[] = [
  {
    words: 'webhooks replay',
    summary: 'send again what failed for good at an endpoint',
    arguments: [new Argument('<id>', 'of the endpoint, as the audit log names it').argParser(uuid)],
    example: 'webhooks replay 0191c3a4-5b6c-7d8e-9f01-23456789abcd',
    load: async () => (await import('../webhooks.ts')).replay,
  },
];

export const businessGroups: readonly Group[] = [
  { name: 'company', summary: 'manage companies', commands: company },
  { name: 'catalogue', summary: 'manage providers, packages, steps and documents', commands: catalogue },
  { name: 'store', summary: 'close the store for maintenance, or open it', commands: store },
  { name: 'payments', summary: 'check payments', commands: payments },
  { name: 'api-keys', summary: 'the keys with which companies call /api/v1', commands: apiKeys },
  { name: 'webhooks', summary: 'the endpoints of companies that are told of events', commands: webhooks },
];
