import type { Stage } from './stage.ts';

/** Something that happened on one day; of a day, the lower order first, those of one order side by side. */
export interface Scene {
  daysAgo: number;
  order: number;
  run(stage: Stage): Promise<void>;
}
