import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#cli/build.ts';
import type { Measured } from './figures.ts';
import { startPortal, withDataFolder } from './started-portal.ts';

/**
 * Runs the same as `npm start`: once as after `npm ci`, without database, build and compiled sources, and once again
 * with all of them.
 */
export const measureStarts = (): Promise<Measured[]> =>
  withDataFolder(async (folder) => {
    await rm(join(projectFolder, 'build'), { recursive: true, force: true });
    await rm(join(projectFolder, 'node_modules', '.cache', 'node'), { recursive: true, force: true });
    const first = await start(folder);
    const later = await start(folder);
    return [
      { name: 'npm start, first time', unit: 's', seen: first.seconds, goal: { atMost: 15 } },
      {
        name: 'npm start, first time: processor time',
        unit: 's',
        seen: first.computed,
        goal: { atMost: 40 },
      },
      { name: 'npm start, later', unit: 's', seen: later.seconds, goal: { atMost: 3 } },
      { name: 'npm start, later: processor time', unit: 's', seen: later.computed, goal: { atMost: 10 } },
    ];
  });

async function start(folder: string): Promise<{ seconds: number; computed: number }> {
  const portal = await startPortal(folder);
  const computed = await portal.computed();
  await portal.stop();
  return { seconds: portal.seconds, computed };
}
