import { once } from 'node:events';
import { startShield } from './app.ts';

/** The worker for a portal that runs only as `web`. */
export class WorkerProcess {
  readonly #environment: Record<string, string>;
  #running: ReturnType<typeof startShield> | null = null;

  constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  start(): void {
    this.#running = startShield(['worker'], this.#environment);
  }

  /** Kills it at once, so that it can neither finish its jobs nor release them. */
  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (!running || running.child.exitCode !== null) return;
    const ended = once(running.child, 'close');
    running.child.kill('SIGKILL');
    await ended;
  }
}
