/**
 * An outside service that a module needs and the ground floor does not know: the module declares it, `portal.ts`
 * provides the adapter when a portal starts.
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
