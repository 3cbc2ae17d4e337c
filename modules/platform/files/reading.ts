import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SECOND } from '../browser.ts';
import { FORMAT_HEAD, isHeic, isJpeg, isPdf, isPng, isVector, isWebp } from './formats.ts';
import type { Found, Task, TaskName, Unaccepted, Unopened } from './tasks.ts';
import { TemporaryFile } from './temporary-file.ts';
import { Turns } from './turns.ts';
import { usageOf } from './usage.ts';

/** Reads files of people, each in a process of its own (D126). */

/** Milliseconds between two looks at a process that reads. */
const WATCH = 50;

/** What a process that reads may use, before it is ended. */
const most = {
  /** Bytes. */
  resident: 512 * 1_048_576,
  /** Milliseconds of processor time. With the lowest priority it may wait much longer than that. */
  cpu: 20 * SECOND,
  /** Milliseconds. */
  time: 120 * SECOND,
} as const;

const turns = new Turns({ atOnce: 2, waiting: 5, longest: 60 * SECOND });

/** The facts about a file, and the file to keep: the one that was made of it, or the file itself. */
export type Reading<K extends TaskName> =
  | { outcome: 'read'; found: Found[K]; made: TemporaryFile | null }
  | { outcome: Unaccepted };

/** The refusals for what no kind of upload can open. Each upload has its own refusal for other outcomes. */
export const unopened = {
  'too-complex': 'file-too-complex',
  empty: 'file-empty',
  heic: 'file-heic',
} as const satisfies Record<Unopened, string>;

/** The formats that a task reads, by what a file begins like; null if that does not tell. */
const formats: Record<TaskName, readonly ((head: Buffer) => boolean)[] | null> = {
  logo: [isPng, isJpeg, isWebp, isVector],
  photo: [isPng, isJpeg, isWebp],
  scan: [isPng, isJpeg],
  document: [isPdf, isPng, isJpeg],
  package: [isPdf],
  pages: [isPdf],
  table: null,
};

/** Why a file is not accepted by what it begins like, which needs no process and no turn; null if it may be. */
async function refuseByHead({ name }: Task, file: TemporaryFile): Promise<Unaccepted | null> {
  if (file.bytes === 0) return 'empty';
  const read = formats[name];
  if (!read) return null;
  const head = await file.head(FORMAT_HEAD);
  if (isHeic(head)) return 'heic';
  return read.some((is) => is(head)) ? null : 'unreadable';
}

/**
 * Reads a file when it is this person's turn. At most two files are read at once, and one of each person.
 * @param person id of the account whose request it is
 * @param source the file, or a function that opens it when the turn has come; what that opens is closed again
 * @returns what was found. The caller closes `made`.
 * @throws Refusal files-busy
 */
export async function readFile<K extends TaskName>(
  person: string,
  task: Extract<Task, { name: K }>,
  source: TemporaryFile | (() => Promise<TemporaryFile>),
): Promise<Reading<K>> {
  const refused = source instanceof TemporaryFile && (await refuseByHead(task, source));
  if (refused) return { outcome: refused };
  return turns.take(person, async () => {
    if (source instanceof TemporaryFile) return readInto<K>(task, source);
    await using opened = await source();
    const refused = await refuseByHead(task, opened);
    return refused ? { outcome: refused } : await readInto<K>(task, opened);
  });
}

async function readInto<K extends TaskName>(
  task: Extract<Task, { name: K }>,
  file: TemporaryFile,
): Promise<Reading<K>> {
  const made = await TemporaryFile.create();
  let isKept = false;
  try {
    const printed = await runProcess(task, file, made);
    if (printed === null) return { outcome: 'too-complex' };
    const answer = JSON.parse(printed) as { outcome: 'read'; found: Found[K] } | { outcome: Unaccepted };
    if (answer.outcome !== 'read') return answer;
    await made.measure();
    isKept = made.bytes > 0;
    return { ...answer, made: isKept ? made : null };
  } finally {
    if (!isKept) await made.close();
  }
}

const program = fileURLToPath(new URL('./reading-process.ts', import.meta.url));

/** @returns what it printed; null if it needed too much */
function runProcess(task: Task, file: TemporaryFile, made: TemporaryFile): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const child: ChildProcess = spawn(
    process.execPath,
    ['--max-semi-space-size=8', program, JSON.stringify(task)],
    {
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe', file.descriptor, made.descriptor],
    },
  );
  // Set from here, so that not even its start competes with the portal.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let [printed, problem] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    problem = (problem + text).slice(-2000);
  });
  const began = performance.now();
  const watch = setInterval(() => {
    const usage = child.pid === undefined ? null : usageOf(child.pid);
    const needsMore = usage !== null && (usage.resident > most.resident || usage.cpu > most.cpu);
    if (needsMore || performance.now() - began > most.time) child.kill('SIGKILL');
  }, WATCH);
  child.once('error', (error) => {
    clearInterval(watch);
    reject(error);
  });
  child.once('close', (code) => {
    clearInterval(watch);
    // Ended by a signal: by the watch, by the system for its memory, or by itself in code of a library.
    if (code === null) resolve(null);
    else if (code === 0) resolve(printed);
    else reject(new Error(`The process that reads files ended with ${code}: ${problem}`));
  });
  return promise;
}
