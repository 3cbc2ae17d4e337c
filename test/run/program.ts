import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/** Milliseconds without output after which a program counts as stuck. On a busy machine it is slow but still prints. */
export const SILENCE_LIMIT = 5 * 60_000;
/** Milliseconds that a program has to end after it was asked to. */
const GRACE = 10_000;
/** Milliseconds to wait for the last output of a program that has ended. */
const LAST_WORDS = 2_000;

export interface Ended {
  /** null: ended by a signal */
  code: number | null;
  /** Everything that it printed. */
  output: string;
  /** It was ended because it had printed nothing for the limit. */
  silent: boolean;
}

const running = new Set<ChildProcess>();

/** Each program leads a process group, so that a signal reaches what it has started too. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: the whole group has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE).unref();
}

/** Ends every program that runs, with all that it has started. */
export function endPrograms(): void {
  for (const child of running) endGroup(child);
}

export interface ProgramOptions {
  cwd: string;
  environment: NodeJS.ProcessEnv;
  /** Path of the file that takes the output as it comes. */
  log: string;
  /** Milliseconds; five minutes unless a test asks for less. */
  silenceLimit?: number;
}

/** Runs a program to its end. However long it takes, it goes on as long as it prints something now and then. */
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
      resolve({ code, output, silent });
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
