#!/usr/bin/env node
import process from 'node:process';

/** A second wish to end, this long after the first, ends at once. npm repeats the first within milliseconds. */
const impatience = 2_000;

const ending = new AbortController();
let askedAt = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!ending.signal.aborted) askedAt = performance.now();
    else if (performance.now() - askedAt > impatience) process.exit(130);
    ending.abort();
  });
}

// React and Express choose by it what they are when they are loaded; SHIELD_ENV is another matter (D7).
process.env.NODE_ENV ??= 'production';
const { run } = await import('./program.ts');
const { createLog } = await import('#modules/platform/index.ts');

process.on('uncaughtException', (error) => {
  // Work that was given up midway fails in its own ways.
  if (ending.signal.aborted) return;
  createLog({ level: 'fatal' }).fatal({ err: error }, 'The process ends: nobody expected this');
  process.exit(70);
});

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  signal: ending.signal,
});

// Work that was given up midway must not keep the process.
setTimeout(() => process.exit(), impatience).unref();
