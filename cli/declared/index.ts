import { Argument } from 'commander';
import { businessGroups } from './business.ts';
import { type Declared, type Group, shells } from './command.ts';
import { dataGroups } from './data.ts';
import { peopleGroups } from './people.ts';
import { queueGroups } from './queue.ts';
import { runningCommands as withoutCompletion } from './running.ts';
import { sandboxGroups } from './sandbox.ts';

/** The groups in the order of the help. */
export const groups: readonly Group[] = [
  ...dataGroups,
  ...peopleGroups,
  ...businessGroups,
  ...queueGroups,
  ...sandboxGroups,
];

const completion: Declared = {
  words: 'completion',
  summary: 'print a script that completes commands when you press Tab',
  arguments: [new Argument('<shell>', 'the shell that you use').choices(shells)],
  details:
    'The script completes the word `shield`, so make it start the program first, such as with `npm link`. ' +
    'For bash, add `source <(shield completion bash)` to ~/.bashrc; for zsh the same to ~/.zshrc, after compinit; ' +
    'for fish, write it to ~/.config/fish/completions/shield.fish.',
  example: 'completion bash',
  load: async () => (await import('../completion.ts')).completionOf({ single: runningCommands, groups }),
};

/** Commands of one word. */
export const runningCommands: readonly Declared[] = [...withoutCompletion, completion];

export const commands: readonly Declared[] = [
  ...runningCommands,
  ...groups.flatMap((group) => group.commands),
];
