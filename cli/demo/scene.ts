import type { Stage } from './stage.ts';

/**
 * Something that happens on one day. Scenes of a day run by ascending `order`; those with the same `order` run in
 * parallel.
 */
export interface Scene {
  daysAgo: number;
  order: number;
  run(stage: Stage): Promise<void>;
}
