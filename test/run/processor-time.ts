import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readServerProcess } from '../database.ts';

/** How the two versions of Linux's control groups count: the file, and how to read seconds from it. */
const kinds = [
  {
    controller: 'cpuacct',
    root: '/sys/fs/cgroup/cpuacct',
    file: 'cpuacct.usage',
    seconds: (text: string) => Number(text) / 1e9,
  },
  {
    controller: '',
    root: '/sys/fs/cgroup',
    file: 'cpu.stat',
    seconds: (text: string) => Number(/usage_usec (\d+)/.exec(text)?.[1] ?? Number.NaN) / 1e6,
  },
];

/** The path of this process in the hierarchy of a controller, so that whoever measures this process still does. */
function ownPath(controller: string): string | undefined {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
  const paths = lines.map((line) => /^\d+:([^:]*):(.*)$/.exec(line));
  return paths.find((found) => found?.[1]?.split(',').includes(controller))?.[2];
}

/**
 * Counts the processor time of a program and of everything that it starts, also of processes that outlive their
 * parents, as those of Chromium do.
 */
export class ProcessorTime {
  readonly #folder: string;
  readonly #read: () => number;

  private constructor(folder: string, read: () => number) {
    this.#folder = folder;
    this.#read = read;
  }

  /** @returns null where control groups are missing or read-only, as on macOS or without root */
  static of(processId: number): ProcessorTime | null {
    for (const { controller, root, file, seconds } of kinds) {
      try {
        const path = ownPath(controller);
        if (path === undefined) continue;
        const folder = join(root, path, `shieldhub-test-${processId}`);
        mkdirSync(folder);
        const time = new ProcessorTime(folder, () => seconds(readFileSync(join(folder, file), 'utf8')));
        writeFileSync(join(folder, 'cgroup.procs'), String(processId));
        if (Number.isFinite(time.#read())) return time;
      } catch {
        // Not every machine lets a process make a control group; then there are no figures.
      }
    }
    return null;
  }

  /** Ends the count. @returns seconds of processor time */
  end(): number {
    const total = this.#read();
    try {
      rmdirSync(this.#folder);
    } catch {
      // A process that is still ending keeps the group; an empty group costs nothing.
    }
    return total;
  }
}

/** In hertz: the unit of /proc/PID/stat on every Linux that Node.js runs on. */
const TICKS = 100;

/** The processor time of the tests' PostgreSQL server so far, in seconds; 0 where it cannot be read. */
export async function serverSeconds(): Promise<number> {
  const processId = await readServerProcess();
  if (processId === undefined) return 0;
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // After the name in parentheses: state is field 3; utime, stime, cutime and cstime are fields 14 to 17.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / TICKS;
  } catch {
    return 0;
  }
}
