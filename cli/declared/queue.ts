import { Option } from 'commander';
import { count, type Declared, type Group, option } from './command.ts';

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
];

const jobs: readonly Declared[] = [
  {
    words: 'jobs list',
    summary: 'count the queue, and list sweeps and failed jobs',
    byDefault: true,
    options: [option('--limit <count>', 'the most failed jobs to list', count)],
    json: true,
    example: 'jobs list --limit 50',
    load: async () => (await import('../jobs.ts')).list,
  },
];

export const queueGroups: readonly Group[] = [
  { name: 'outbox', summary: 'read emails and text messages of the sandboxes', commands: outbox },
  { name: 'jobs', summary: 'look after the queue', commands: jobs },
];
