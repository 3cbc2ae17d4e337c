import { Argument, Option } from 'commander';
import { countOrNone, type Declared, type Group, option } from './command.ts';

const profile = () => new Argument('<profile>', 'the profile number of the order, from the list');

const sandbox: readonly Declared[] = [
  {
    words: 'sandbox list',
    summary: 'list orders at the sandbox agency that are not finished, or whose callbacks are waiting',
    byDefault: true,
    json: true,
    example: 'sandbox list',
    load: async () => (await import('../sandbox.ts')).list,
  },
  {
    words: 'sandbox deliver',
    summary: 'do the next step of an order now, and deliver its callbacks to the running portal',
    arguments: [profile()],
    example: 'sandbox deliver 1234-56789',
    load: async () => (await import('../sandbox.ts')).deliver,
  },
  {
    words: 'sandbox lose',
    summary: 'lose the callbacks of an order that were not delivered',
    arguments: [profile()],
    example: 'sandbox lose 1234-56789',
    load: async () => (await import('../sandbox.ts')).lose,
  },
  {
    words: 'sandbox fail',
    summary: 'make the next calls to a service fail, including health checks',
    details:
      'A charge fails with `--on "POST /v1/payment_intents"`; `lost-answer` makes it and loses the answer. `--kind` and ' +
      '`--on` are for payments.',
    arguments: [
      new Argument('<service>', 'which sandbox').choices([
        'payments',
        'agency',
        'mail',
        'texts',
        'verification',
        'addresses',
      ]),
    ],
    options: [
      new Option('--kind <kind>', 'how, error-500 by default').choices([
        'error-500',
        'error-500-done',
        'rate-limit',
        'hang',
        'unauthorized',
        'lost-answer',
        'reset',
      ]),
      option('--on <call>', 'which call, such as "POST /v1/refunds"; every call by default'),
      option('--times <count>', 'how many calls, 1 by default; 0 cancels planned failures', countOrNone),
    ],
    example: 'sandbox fail payments --kind lost-answer --on "POST /v1/payment_intents"',
    load: async () => (await import('../sandbox.ts')).fail,
  },
];

export const sandboxGroups: readonly Group[] = [
  { name: 'sandbox', summary: 'inspect and control the sandboxes (development only)', commands: sandbox },
];
