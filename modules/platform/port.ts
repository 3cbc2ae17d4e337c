/**
 * What a module needs from an outside service, or from a module above it that it may not import: the module declares
 * the port, `portal.ts` provides the adapter when a portal starts.
 */
export class Port<Adapter> {
  readonly #name: string;
  readonly #adapters = new WeakMap<object, Adapter>();

  constructor(name: string) {
    this.#name = name;
  }

  provide(portal: object, adapter: Adapter): void {
    this.#adapters.set(portal, adapter);
  }

  /** @throws when the portal was started without it */
  of(portal: object): Adapter {
    const adapter = this.#adapters.get(portal);
    if (adapter === undefined) throw new Error(`the portal has no adapter for '${this.#name}'`);
    return adapter;
  }
}
