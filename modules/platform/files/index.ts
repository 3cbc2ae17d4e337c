export { type Reading, readFile } from './reading.ts';
export type { PageBox } from './tasks.ts';
export { mostWithin } from './tasks.ts';
export { type ReceivedFile, receivedFile, TemporaryFile, temporaryFile } from './temporary-file.ts';
