import { Worker } from 'node:worker_threads';
import { SECOND } from '#modules/platform/index.ts';
import type { Pictures, PictureTask } from './picture-thread.ts';

/** A page that takes longer than this to draw is not shown. */
const limit = 30 * SECOND;

let before: Promise<unknown> = Promise.resolve();

/**
 * Draws from a PDF, one page at a time, because a page needs much memory.
 * @returns null for a PDF that cannot be drawn
 */
export function drawPictures(task: PictureTask): Promise<Pictures | null> {
  const mine = before.then(() => drawApart(task));
  before = mine.catch(() => null);
  return mine;
}

function drawApart(task: PictureTask): Promise<Pictures | null> {
  const { promise, resolve } = Promise.withResolvers<Pictures | null>();
  const thread = new Worker(new URL('./picture-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const watch = setTimeout(() => resolve(null), limit);
  thread.once('message', resolve);
  // The PDF comes from an unknown source and may crash the reader. It can still be downloaded.
  thread.once('error', () => resolve(null));
  return promise.finally(async () => {
    clearTimeout(watch);
    await thread.terminate();
  });
}
