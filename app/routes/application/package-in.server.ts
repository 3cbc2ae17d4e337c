import { packageBytes, packagePhotos } from '#modules/applications/limits.ts';
import type { TemporaryFile } from '#modules/platform/index.ts';
import type { FileLimits, ReceivedFiles } from '../../form.server.ts';
import { wordsFor } from './package-file.ts';

export const packageLimits: FileLimits = {
  bytes: packageBytes,
  count: packagePhotos,
  together: packageBytes,
};

/** The files of the package in a form, or the reason why there are none. The operation checks size and content. */
export function packageIn(
  files: ReceivedFiles,
): { chosen: TemporaryFile[] } | { problem: 'missing'; words: string } {
  const chosen = files.all('package').map(({ file }) => file);
  return chosen.length > 0 ? { chosen } : { problem: 'missing', words: wordsFor.missing };
}
