import { Argument, InvalidArgumentError, Option } from 'commander';
import { count, type Declared, type Group, option, uuid } from './command.ts';

const outbox: readonly Declared[] = [
  {
    words: 'outbox list',
    summary: 'list the emails and text messages that the sandboxes kept, newest first',
    byDefault: true,
    options: [
      option('--to <address>', 'to one recipient only'),
      new Option('--channel <channel>', 'of one kind only').choices(['mail', 'sms']),
      option('--limit <count>', 'the most to list', count),
    ],
    json: true,
    example: 'outbox list --to dana@example.com',
    load: async () => (await import('../outbox.ts')).list,
  },
  {
    words: 'outbox show',
    summary:
      'show one message: what a sandbox kept, or a mail that somebody got, without its codes and links',
    arguments: [new Argument('<id>', 'its id in the list, or in the timeline of a person').argParser(uuid)],
    json: true,
    example: 'outbox show 0191c3a4-5b6c-7d8e-9f01-23456789abcd',
    load: async () => (await import('../outbox.ts')).show,
  },
  {
    words: 'outbox resend',
    summary: 'put a message that a sandbox kept into the outbox once more',
    arguments: [new Argument('<id>', 'its id in the list').argParser(uuid)],
    example: 'outbox resend 0191c3a4-5b6c-7d8e-9f01-23456789abcd',
    load: async () => (await import('../outbox.ts')).resend,
  },
];

const jobs: readonly Declared[] = [
  {
    words: 'jobs list',
    summary: 'list waiting work by priority, the jobs, failed ones first, and the sweeps',
    byDefault: true,
    options: [
      new Option('--state <state>', 'in one state only').choices([
        'failed',
        'retrying',
        'running',
        'waiting',
        'later',
      ]),
      option('--name <name>', 'of one name only, such as identity.send-code'),
      option('--person <person>', 'about one person: id or email address'),
      option('--limit <count>', 'maximum number of jobs, 50 by default', listed),
    ],
    json: true,
    example: 'jobs list --state failed',
    load: async () => (await import('../jobs.ts')).list,
  },
  {
    words: 'jobs show',
    summary: 'show one job, with the ids in its payload and its last error',
    arguments: [new Argument('<id>', 'its number in the list').argParser(number)],
    json: true,
    example: 'jobs show 4711',
    load: async () => (await import('../jobs.ts')).show,
  },
  {
    words: 'jobs retry',
    summary: 'retry one failed job, or all of one name, or run a waiting job now',
    arguments: [new Argument('[id]', 'its number in the list').argParser(number)],
    options: [option('--name <name>', 'all failed jobs of this name')],
    example: 'jobs retry --name identity.send-code',
    load: async () => (await import('../jobs.ts')).retry,
  },
  {
    words: 'jobs cancel',
    summary: 'remove a job that is not running from the queue',
    arguments: [new Argument('<id>', 'its number in the list').argParser(number)],
    options: [option('--reason <text>', 'why, for the audit log')],
    risk: () => 'The job is deleted without being run.',
    example: 'jobs cancel 4711',
    load: async () => (await import('../jobs.ts')).cancel,
  },
  {
    words: 'jobs drain',
    summary: 'run all due jobs and retries here until none is left; exits with 1 if a try failed',
    risk: () => 'This process does the work of the worker: it sends mails, texts and orders.',
    example: 'jobs drain --yes',
    load: async () => (await import('../jobs.ts')).drainQueue,
  },
];

const alerts: readonly Declared[] = [
  {
    words: 'alerts list',
    summary: 'list what needs a staff decision, nearest deadline first',
    byDefault: true,
    json: true,
    example: 'alerts',
    load: async () => (await import('../alerts.ts')).list,
  },
  {
    words: 'alerts ack',
    summary: 'dismiss an alert; it comes back if it is raised again',
    details: 'This decides nothing, and the deadline stays. The reason becomes a note.',
    arguments: [new Argument('<id>', 'its id in the list').argParser(uuid)],
    options: [option('--reason <text>', 'why it needs no decision now').makeOptionMandatory()],
    example: 'alerts ack 0191c3a4-5b6c-7d8e-9f01-23456789abcd --reason "Waits for the agency"',
    load: async () => (await import('../alerts.ts')).acknowledge,
  },
];

function number(text: string): string {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError('expected the number of a job.');
  return text;
}

function listed(text: string): number {
  const wanted = count(text);
  if (wanted > 500) throw new InvalidArgumentError('expected 1 to 500.');
  return wanted;
}

export const queueGroups: readonly Group[] = [
  { name: 'outbox', summary: 'read emails and text messages of the sandboxes', commands: outbox },
  { name: 'jobs', summary: 'manage the job queue', commands: jobs },
  { name: 'alerts', summary: 'work that needs staff', commands: alerts },
];
