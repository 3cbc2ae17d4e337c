/**
 * The process in which one file from an unknown source is read (`reading.ts`). It gets none of the environment
 * variables, so it knows no secrets. The file is descriptor 3, the file that it makes is descriptor 4, and it prints its
 * answer.
 */
import { fstatSync, readSync, writeSync } from 'node:fs';
import { isHeic, isJpeg, isPng } from './formats.ts';
import type { Answer, Task, TaskName } from './tasks.ts';

if (import.meta.main) await main();

async function main(): Promise<void> {
  const answer = await read(JSON.parse(process.argv[2] ?? '') as Task, readInput());
  if (answer.outcome === 'read' && answer.made) writeMade()(answer.made);
  const printed = answer.outcome === 'read' ? { outcome: answer.outcome, found: answer.found } : answer;
  // What a library has left running would keep the process alive.
  process.stdout.write(JSON.stringify(printed), () => process.exit(0));
}

async function read(task: Task, file: Buffer): Promise<Answer<TaskName>> {
  if (task.name === 'table') return (await import('./tables/table.ts')).readTable(file, task, writeMade());
  if (isHeic(file)) return { outcome: 'heic' };
  if (task.name === 'package') return (await import('./pdf.ts')).readPackage(file, task);
  if (task.name === 'pages') return (await import('./pdf.ts')).readPages(file, task, writeMade());
  if (task.name === 'document' && !isPng(file) && !isJpeg(file))
    return (await import('./pdf.ts')).readPdf(file);
  const pictures = await import('./pictures.ts');
  if (task.name === 'logo') return pictures.encodeLogo(file, task);
  if (task.name === 'photo') return pictures.encodePhoto(file, task);
  if (task.name === 'scan') return pictures.encodePage(file);
  return pictures.encodeScan(file);
}

function readInput(): Buffer {
  const file = Buffer.alloc(fstatSync(3).size);
  for (let at = 0; at < file.length; ) {
    const count = readSync(3, file, at, file.length - at, at);
    if (count === 0) throw new Error('The file ended early');
    at += count;
  }
  return file;
}

/** Writes one part after the other into the file that is made. */
function writeMade(): (part: Uint8Array) => void {
  let position = 0;
  return (part) => {
    for (let at = 0; at < part.length; ) {
      const count = writeSync(4, part, at, part.length - at, position);
      at += count;
      position += count;
    }
  };
}
