export { isPdf } from './formats.ts';
export { readFile, unopened } from './reading.ts';
export type { TableEncoding } from './tasks.ts';
export { type ReceivedFile, receivedFile, TemporaryFile, temporaryFile } from './temporary-file.ts';
