import { InvalidArgumentError, Option } from 'commander';
import { typedPath } from '../working-folder.ts';
import { type Declared, option } from './command.ts';

/** What runs the portal, or prepares it. */
export const runningCommands: readonly Declared[] = [
  {
    words: 'up',
    summary: 'run everything in one process: database, pages, web, worker, sandboxes',
    options: [
      option('--demo', 'add demo data to the database of DATABASE_URL too, if it is empty'),
      option('--no-demo', 'add no demo data to the embedded database'),
      new Option('--reload', 'serve the pages from Vite, as dev does').hideHelp(),
    ],
    example: 'up',
    load: async () => (await import('../up.ts')).up,
  },
  {
    words: 'dev',
    summary: 'run everything and reload when a file changes (development only)',
    example: 'dev',
    load: async () => (await import('../dev.ts')).dev,
  },
  {
    words: 'build',
    summary: 'build the pages, unless they are already built',
    example: 'build',
    load: async () => (await import('../build.ts')).build,
  },
  {
    words: 'web',
    summary: 'run the web server only',
    details:
      'WEB_CONCURRENCY processes share the port. SIGHUP replaces them one after the other, for a new version.',
    example: 'web',
    load: async () => (await import('../web.ts')).web,
  },
  {
    words: 'worker',
    summary: 'run the worker only',
    example: 'worker',
    load: async () => (await import('../processes.ts')).worker,
  },
  {
    words: 'setup',
    summary: 'set up a new portal: brand, terms, catalog and the first admin',
    options: [
      option('--from <file>', 'read a JSON file instead of asking questions', typedPath),
      option('--example', 'print an example of that file to edit'),
      option('--env', 'print a file with every variable that production needs, and new keys'),
      option('--domain <domain>', 'with --env: the domain of the portal, such as portal.example.com', domain),
      option('--accept-example', 'accept a file that still has names, addresses or texts of the example'),
    ],
    example: 'setup --from setup.json',
    load: async () => (await import('../setup/index.ts')).setup,
  },
  {
    words: 'doctor',
    summary: 'check everything the portal needs and suggest what to type; exits with 1 if something is wrong',
    details:
      'It writes, reads and deletes a file of its own in the storage, and logs in to the mail server. Of other services ' +
      'it sees whether they answer, and of Stripe whether the key is right.',
    json: true,
    example: 'doctor --json',
    load: async () => (await import('../doctor/index.ts')).doctor,
  },
];

function domain(text: string): string {
  if (!/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(text))
    throw new InvalidArgumentError('expected a domain, such as portal.example.com.');
  return text;
}
