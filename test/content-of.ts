import type { TemporaryFile } from '#modules/platform/index.ts';

/** What an operation gave as a file, which is closed here as its answer would. */
export async function contentOf(file: TemporaryFile): Promise<Buffer> {
  await using open = file;
  return open.content();
}
