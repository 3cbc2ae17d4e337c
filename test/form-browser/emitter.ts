/** Events of pages and contexts, with a limit for those that are waited for. */
import { EventEmitter } from 'node:events';
import { NeedsBrowser } from './needs-browser.ts';

type Name<Events> = keyof Events & string;

export class Emitter<Events extends object> {
  readonly #emitter = new EventEmitter();
  readonly #names: readonly string[];
  readonly #patience: number;

  /**
   * @param names the events that there are without a browser
   * @param patience how long events are waited for, in milliseconds
   */
  constructor(names: readonly Name<Events>[], patience: number) {
    this.#names = names;
    this.#patience = patience;
    this.#emitter.setMaxListeners(0);
  }

  on<N extends Name<Events>>(name: N, listener: (event: Events[N]) => void): this {
    this.#check(name);
    this.#emitter.on(name, listener);
    return this;
  }

  once<N extends Name<Events>>(name: N, listener: (event: Events[N]) => void): this {
    this.#check(name);
    this.#emitter.once(name, listener);
    return this;
  }

  off<N extends Name<Events>>(name: N, listener: (event: Events[N]) => void): this {
    this.#emitter.off(name, listener);
    return this;
  }

  /** The next event of this name that fits. */
  waitForEvent<N extends Name<Events>>(
    name: N,
    options:
      | ((event: Events[N]) => boolean)
      | { predicate?: (event: Events[N]) => boolean; timeout?: number } = {},
  ): Promise<Events[N]> {
    this.#check(name);
    const { predicate = () => true, timeout = this.#patience } =
      typeof options === 'function' ? { predicate: options } : options;
    return new Promise((resolve, reject) => {
      const listener = (event: Events[N]) => {
        if (!predicate(event)) return;
        clearTimeout(timer);
        this.off(name, listener);
        resolve(event);
      };
      const timer = setTimeout(() => {
        this.off(name, listener);
        reject(new Error(`there was no event '${name}' within ${timeout} ms`));
      }, timeout);
      timer.unref();
      this.on(name, listener);
    });
  }

  emit<N extends Name<Events>>(name: N, event: Events[N]): void {
    this.#emitter.emit(name, event);
  }

  #check(name: string): void {
    if (!this.#names.includes(name)) throw new NeedsBrowser(`The event '${name}'`);
  }
}
