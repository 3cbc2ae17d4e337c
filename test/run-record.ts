import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the processes of one run of the tests note for a step that judges the whole run. Each process writes its own file.
 */
export class RunRecord<T> {
  readonly #folder: string;

  /** @param name of its folder below `.data/test` */
  constructor(name: string) {
    this.#folder = join(import.meta.dirname, '..', '.data', 'test', name);
  }

  note(entry: T): void {
    mkdirSync(this.#folder, { recursive: true });
    appendFileSync(join(this.#folder, `${process.pid}.jsonl`), `${JSON.stringify(entry)}\n`);
  }

  forget(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** @returns the entries of all processes; none if nothing was noted */
  read(): T[] {
    let files: string[];
    try {
      files = readdirSync(this.#folder);
    } catch {
      return [];
    }
    const lines = files.flatMap((file) => readFileSync(join(this.#folder, file), 'utf8').split('\n'));
    return lines.filter(Boolean).map((line) => JSON.parse(line));
  }
}
