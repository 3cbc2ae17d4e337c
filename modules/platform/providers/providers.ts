import { type ProviderName, providerNames } from '../browser.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/sql.ts';
import type { Log } from '../log.ts';
import type { Notifications } from '../notifications.ts';
import { type CallRule, ProviderHealth } from './health.ts';
import { noteRest, ProviderDown, restOf } from './outage.ts';
import { ProviderStore, providerChannel } from './store.ts';

/** A rule for each method that answers later; null for one that does not ask the service. */
type Methods<T> = {
  [K in keyof T as T[K] extends (...args: never[]) => Promise<unknown> ? K : never]: CallRule | null;
};

interface Guarded<T extends object> {
  /** The calls of the service. Whatever answers at once is called as it is. */
  rules: Methods<T>;
  /** The error that the callers of the adapter know, for a service that is not asked. */
  down?: (words: string, cause: unknown) => Error;
}

/** The outside services of a portal, as this process sees them and all processes know them. */
export class Providers {
  readonly #health: ReadonlyMap<ProviderName, ProviderHealth>;
  readonly #store: ProviderStore;
  readonly #notifications: Notifications;
  #stopListening: () => void = () => undefined;
  #following: Promise<void> = Promise.resolve();

  constructor({
    db,
    clock,
    log,
    notifications,
  }: {
    db: Database;
    clock: Clock;
    log: Log;
    notifications: Notifications;
  }) {
    this.#store = new ProviderStore(db);
    this.#notifications = notifications;
    this.#health = new Map(
      providerNames.map((name) => [name, new ProviderHealth(name, this.#store, clock, log)]),
    );
  }

  /** Reads what the other processes know, and listens to them. */
  async start(): Promise<void> {
    this.#stopListening = await this.#notifications.listen(providerChannel, () => this.#follow());
    await this.#follow();
  }

  /** Nothing is asked of the database afterwards. */
  async close(): Promise<void> {
    this.#stopListening();
    await this.#following.catch(() => undefined);
    for (const health of this.#health.values()) await health.close();
  }

  /** An adapter whose calls end in time, are counted, and are not made while the service rests. */
  guard<T extends object>(name: ProviderName, adapter: T, { rules, down }: Guarded<T>): T {
    const health = this.of(name);
    return new Proxy(adapter, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        const rule = (rules as Record<PropertyKey, CallRule | null | undefined>)[key];
        if (!rule) return value.bind(target);
        return async (...given: unknown[]) => {
          try {
            return await health.run(rule, () => value.apply(target, given) as Promise<unknown>);
          } catch (error) {
            if (!down || !(error instanceof ProviderDown)) throw error;
            throw noteRest(down(error.message, error), restOf(error));
          }
        };
      },
    });
  }

  of(name: ProviderName): ProviderHealth {
    const health = this.#health.get(name);
    if (!health) throw new Error(`no provider ${name}`);
    return health;
  }

  /** One read after the other: an older one that arrives later would be taken for the newer. */
  #follow(): Promise<void> {
    this.#following = this.#following.catch(() => undefined).then(() => this.#read());
    return this.#following;
  }

  async #read(): Promise<void> {
    const begun = [...this.#health.values()].map((health) => ({ health, changes: health.changes }));
    const open = await this.#store.listOpen();
    for (const { health, changes } of begun) health.follow(open.get(health.name) ?? null, changes);
  }
}
