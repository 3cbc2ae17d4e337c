import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Usage {
  /** Bytes. */
  resident: number;
  /** Milliseconds of processor time. */
  cpu: number;
}

/** Milliseconds of a tick, in which Linux counts processor time for all programs. */
const TICK = 10;

/** What a process uses now; null once it has ended. */
export function usageOf(pid: number): Usage | null {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    return null;
  }
}

function fromProc(pid: number): Usage {
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name of the program in parentheses may contain spaces. After it, user and system time are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { resident: Number(resident ?? 0) * 1024, cpu: ticks * TICK };
}

function fromPs(pid: number): Usage {
  const line = execFileSync('ps', ['-o', 'rss=,time=', '-p', String(pid)], { encoding: 'latin1' });
  const [resident = '0', time = ''] = line.trim().split(/\s+/);
  const seconds = time.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0);
  return { resident: Number(resident) * 1024, cpu: seconds * 1000 };
}
