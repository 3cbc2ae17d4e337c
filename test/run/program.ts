import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { ProcessorTime } from './processor-time.ts';

/**
 * In milliseconds: a program without output for this long counts as stuck. On a busy machine it is slow but still
 * prints.
 */
export const SILENCE_LIMIT = 5 * 60_000;
/** In milliseconds: how long a program may take to end after it was asked to. */
const GRACE = 10_000;
/** In milliseconds: how long to wait for the last output of a program that has ended. */
const LAST_WORDS = 2_000;

export interface Ended {
  /** null if a signal ended it */
  code: number | null;
  /** Everything that it printed. */
  output: string;
  /** Whether it was ended because it had printed nothing for too long. */
  silent: boolean;
  /** Seconds of processor time, with everything that it started; null where that cannot be measured. */
  processorSeconds: number | null;
}

const running = new Set<ChildProcess>();

/** Each program leads a process group, so that a signal also reaches the processes that it has started. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH means that the whole group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE).unref();
}

/** Ends every running program and everything that it has started. */
export function endPrograms(): void {
  for (const child of running) endGroup(child);
}

export interface ProgramOptions {
  cwd: string;
  environment: NodeJS.ProcessEnv;
  /** The path of the file that the output is written to. */
  log: string;
  /** In milliseconds: how long it may print nothing; five minutes by default. */
  silenceLimit?: number;
}

/** Runs a program to its end. It may take any time, as long as it prints something now and then. */
export function runProgram(command: string, args: string[], options: ProgramOptions): Promise<Ended> {
  const { cwd, environment, log, silenceLimit = SILENCE_LIMIT } = options;
  return new Promise((resolve) => {
    const file = createWriteStream(log);
    const child = spawn(command, args, {
      cwd,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    const time = child.pid === undefined ? null : ProcessorTime.of(child.pid);
    let output = '';
    let silent = false;
    const stuck = setTimeout(() => {
      silent = true;
      endGroup(child);
    }, silenceLimit);
    const hear = (chunk: Buffer) => {
      output += chunk;
      file.write(chunk);
      stuck.refresh();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const end = (code: number | null) => {
      if (!running.delete(child)) return;
      clearTimeout(stuck);
      file.end();
      resolve({ code, output, silent, processorSeconds: time?.end() ?? null });
    };
    child.on('error', (error) => {
      output += error.message;
      end(null);
    });
    child.on('close', end);
    // A process that it started may keep its output open, so the end of the program itself counts.
    child.on('exit', (code) => setTimeout(end, LAST_WORDS, code).unref());
  });
}
