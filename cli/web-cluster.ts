import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, exitCodes, type Log, SECOND } from '#modules/platform/starting.ts';
import { openMetricsPort, readTogether } from './metrics-port.ts';
import { endOf, type Terminal } from './terminal.ts';

/**
 * Several web processes that share one port (WEB_CONCURRENCY), and the process that watches over them: it replaces one
 * that has ended, and at SIGHUP all of them, one after the other, without a moment at which none serves.
 */

/** What is sent to a process, and by it. */
const messages = { serving: 'serving', handOver: 'hand over' } as const;

/** In milliseconds: before another process is started in place of one that has ended by itself. */
const RESTART_PAUSE = SECOND;

/** A process that ended before it served. */
class NotServing extends Error {
  override name = 'NotServing';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('A web process did not start');
    this.exitCode = exitCode;
  }
}

/**
 * Runs so many web processes until `terminal.signal` ends them.
 * @returns the exit code: of the first process, if that does not start
 */
export async function runWebCluster(
  terminal: Terminal,
  { count, log, config }: { count: number; log: Log; config: Pick<Config, 'metrics'> },
): Promise<number> {
  const { signal } = terminal;
  const serving = new Set<Worker>();
  let ending = false;
  const closeMetrics = await openMetricsPort(config, () => readTogether(serving));

  /** Keeps one process serving. @throws NotServing */
  async function start(): Promise<void> {
    const worker = cluster.fork();
    const exit = once(worker, 'exit') as Promise<[code: number | null]>;
    const answered = await Promise.race([once(worker, 'message'), exit.then(() => null)]);
    if (!answered) throw new NotServing((await exit)[0] ?? exitCodes.software);
    serving.add(worker);
    void exit.then(([code]) => {
      if (!serving.delete(worker) || ending) return;
      log.error(
        { pid: worker.process.pid, code },
        'A web process has ended, and another one is being started',
      );
      void restart();
    });
  }

  async function restart(): Promise<void> {
    while (!ending) {
      await pause(RESTART_PAUSE);
      try {
        return await start();
      } catch (error) {
        log.error({ err: error }, 'No web process could be started');
      }
    }
  }

  /** Ends a process that another one has replaced. */
  async function handOver(worker: Worker): Promise<void> {
    if (!serving.delete(worker)) return;
    const exit = once(worker, 'exit');
    worker.send(messages.handOver);
    await exit;
  }

  async function startAll(): Promise<void> {
    await start();
    await Promise.all(Array.from({ length: count - 1 }, start));
  }
  const begun = startAll();

  let isReplacing = false;
  /** Replaces each process by a new one. The old ones stay if a new one does not start. */
  async function replace(): Promise<void> {
    for (const worker of [...serving]) {
      if (ending) return;
      try {
        await start();
      } catch (error) {
        log.error({ err: error }, 'The web processes stay as they are, because a new one did not start');
        terminal.err('A new web process did not start, so the current ones keep running.');
        return;
      }
      await handOver(worker);
    }
    terminal.out('All web processes are new.');
  }
  terminal.onHangUp?.(async () => {
    if (isReplacing) return;
    isReplacing = true;
    // What keeps the first ones from starting ends this process.
    await begun.catch(() => undefined);
    await replace();
    isReplacing = false;
  });

  const ended = endOf(signal);
  try {
    await Promise.race([begun.then(() => ended), ended]);
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof NotServing) return error.exitCode;
    throw error;
  } finally {
    ending = true;
    await endAll();
    await closeMetrics();
  }
}

/** Ends all processes, also those that are just starting. */
async function endAll(): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(
    workers.map(async (worker) => {
      const exit = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      await exit;
    }),
  );
}

/**
 * In a process of the cluster: says that it serves.
 * @returns a promise that resolves when another process has taken its place
 */
export function sayServing(): Promise<void> {
  const replaced = new Promise<void>((done) => {
    process.on('message', (message) => {
      if (message === messages.handOver) done();
    });
  });
  process.send?.(messages.serving);
  return replaced;
}
