import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { areasWithOperations } from '../run/areas.ts';
import type { Fault } from './fault.ts';
import type { Asked, Told } from './worker-child.ts';

/** A worker process, which is restarted if a fault makes it hang. */
export class Worker {
  readonly #area: string;
  #child: ChildProcess | null = null;

  /** @param area the checks of all operations include only those of this area */
  constructor(area: string) {
    this.#area = area;
  }

  /**
   * @returns the first test that failed; `null` if none did. A test file that also fails without a fault is not
   * counted.
   */
  async try(fault: Fault, tests: string[], limit: number): Promise<string | null> {
    const told = await this.ask({ ask: 'try', fault, tests }, limit);
    if (!told) return 'a test that never ended';
    if (told.told !== 'tried') throw new Error(`unexpected: ${told.told}`);
    if (told.broken.length > 0)
      console.log(`Not counted, since they fail without any fault: ${told.broken.join(', ')}`);
    return told.by;
  }

  /** @returns the answer of the worker; null if it did not answer within `limit` milliseconds */
  async ask(asked: Asked, limit: number): Promise<Told | null> {
    const child = await this.#start();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#kill();
        resolve(null);
      }, limit);
      child.once('message', (told: Told) => {
        clearTimeout(late);
        resolve(told);
      });
      child.once('exit', (code) => {
        clearTimeout(late);
        this.#child = null;
        if (code) reject(new Error(`the worker ended with code ${code}`));
        else resolve(null);
      });
      child.send(asked);
    });
  }

  end(): void {
    this.#child?.send({ ask: 'end' } satisfies Asked);
    this.#child = null;
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child) {
      this.#child.removeAllListeners();
      return this.#child;
    }
    const child = fork(join(import.meta.dirname, 'worker-child.ts'), {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NO_COLOR: '1',
        CI: '1',
        TEST_AREAS: areasWithOperations.includes(this.#area) ? this.#area : '',
      },
    });
    this.#child = child;
    await new Promise((ready) => child.once('message', ready));
    child.removeAllListeners();
    return child;
  }

  /** Together with the test processes that it started, which are in its process group. */
  #kill(): void {
    const id = this.#child?.pid;
    this.#child?.removeAllListeners();
    this.#child = null;
    if (id) process.kill(-id, 'SIGKILL');
  }
}
