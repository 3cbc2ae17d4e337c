export { readFile } from './reading.ts';
export { type ReceivedFile, receivedFile, TemporaryFile, temporaryFile } from './temporary-file.ts';
