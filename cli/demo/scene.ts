import type { Stage } from './stage.ts';

/** Something that happens on one day. Within a day, lower `order` runs first; equal orders run in parallel. */
export interface Scene {
  daysAgo: number;
  order: number;
  run(stage: Stage): Promise<void>;
}
