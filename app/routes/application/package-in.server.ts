import type { TemporaryFile } from '#modules/platform/index.ts';
import type { ReceivedFiles } from '../../form.server.ts';
import { wordsFor } from './package-file.ts';

/** The package in a form, or the reason why there is none. The operation checks its size and content. */
export function packageIn(
  files: ReceivedFiles,
): { file: TemporaryFile } | { problem: 'missing'; words: string } {
  const chosen = files.one('package')?.file;
  return chosen && chosen.bytes > 0 ? { file: chosen } : { problem: 'missing', words: wordsFor.missing };
}
