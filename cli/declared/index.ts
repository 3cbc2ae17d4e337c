import { businessGroups } from './business.ts';
import type { Declared, Group } from './command.ts';
import { dataGroups } from './data.ts';
import { peopleGroups } from './people.ts';
import { queueGroups } from './queue.ts';
import { runningCommands } from './running.ts';

export { runningCommands };

/** The groups in the order of the help. */
export const groups: readonly Group[] = [...dataGroups, ...peopleGroups, ...businessGroups, ...queueGroups];

export const commands: readonly Declared[] = [
  ...runningCommands,
  ...groups.flatMap((group) => group.commands),
];
