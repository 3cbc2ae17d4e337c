import { onTestFinished } from 'vitest';
import { run } from '#cli/program.ts';
import type { Terminal } from '#cli/terminal.ts';
import type { Environment } from '#modules/platform/index.ts';

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs a command line to its end, in this process and with its own environment.
 * @param ask answers its questions
 * @param columns the width of a terminal; a file by default
 */
export async function shield(
  words: string[],
  environment: Environment,
  ask?: Terminal['ask'],
  columns?: number,
): Promise<Ran> {
  const started = startShield(words, environment, ask, columns);
  const code = await started.ended;
  return { code, out: started.out(), err: started.err() };
}

/** Starts a command line that runs until it is asked to end. */
export function startShield(
  words: string[],
  environment: Environment,
  ask?: Terminal['ask'],
  columns?: number,
) {
  const out: string[] = [];
  const err: string[] = [];
  const ending = new AbortController();
  const ended = run(words, {
    environment: { LOG_LEVEL: 'silent', ...environment },
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    ask,
    columns,
    signal: ending.signal,
  });
  onTestFinished(() => {
    ending.abort();
    return ended.then(() => undefined);
  });
  return { ended, end: () => ending.abort(), out: () => out.join('\n'), err: () => err.join('\n') };
}
