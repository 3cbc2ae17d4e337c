#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { workInProject } from './working-folder.ts';

workInProject();

// Keeps compiled sources on disk, which makes the next start half a second faster. If the folder cannot be written,
// nothing is kept.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'node'));

/**
 * A second signal ends the process at once if it comes at least this many milliseconds after the first. An earlier one
 * is ignored, because npm repeats a signal within milliseconds.
 */
const SECOND_SIGNAL_AFTER = 2_000;

const ending = new AbortController();
let askedAt = 0;
function end(): void {
  if (!ending.signal.aborted) askedAt = performance.now();
  else if (performance.now() - askedAt > SECOND_SIGNAL_AFTER) process.exit(130);
  ending.abort();
}
let hangUp = end;
process.on('SIGINT', end);
process.on('SIGTERM', end);
process.on('SIGHUP', () => hangUp());

// React and Express read it when they are loaded. It is independent of SHIELD_ENV (D7).
process.env.NODE_ENV ??= 'production';
const [{ run }, { printable }] = await Promise.all([import('./program.ts'), import('./terminal.ts')]);
const { createLog } = await import('#modules/platform/starting.ts');

process.on('uncaughtException', (error) => {
  // After a signal, interrupted work may fail in any way, so its errors are not reported.
  if (ending.signal.aborted) return;
  createLog({ level: 'fatal' }).fatal({ err: error }, 'The process stops after an unexpected error');
  process.exit(70);
});

// Whoever reads the output may have read enough of it.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });

const writeTo = (stream: NodeJS.WriteStream) => (line: string) =>
  stream.write(`${stream.isTTY ? printable(line) : line}\n`);

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  out: writeTo(process.stdout),
  err: writeTo(process.stderr),
  ask: process.stdin.isTTY ? askAtTerminal : undefined,
  // Some terminals do not say how wide they are.
  columns: (process.stdout.isTTY && process.stdout.columns) || undefined,
  onHangUp(then) {
    hangUp = then;
  },
  signal: ending.signal,
});

async function askAtTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question, { signal: ending.signal });
  } finally {
    lines.close();
  }
}

// Interrupted work must not keep the process alive.
setTimeout(() => process.exit(), SECOND_SIGNAL_AFTER).unref();
