/**
 * What a module needs from an outside service, or from a module above it, which it may not import. The module declares
 * the port, and `portal.ts` provides the adapter when a portal starts.
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

  /** @throws Error if no adapter was provided */
  of(portal: object): Adapter {
    const adapter = this.#adapters.get(portal);
    if (adapter === undefined) throw new Error(`the portal has no adapter for '${this.#name}'`);
    return adapter;
  }
}
