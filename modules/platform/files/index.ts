export { FORMAT_HEAD, isPdf } from './formats.ts';
export { readFile, unopened } from './reading.ts';
export { RowWriter, TableRefused } from './table-rows.ts';
export {
  mostWithin,
  type TableEncoding,
  type TableFacts,
  type TableProblem,
  tableEncodings,
} from './tasks.ts';
export { type ReceivedFile, receivedFile, TemporaryFile, temporaryFile } from './temporary-file.ts';
export { Turns } from './turns.ts';
