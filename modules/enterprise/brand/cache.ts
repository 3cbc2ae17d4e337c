import type { Portal } from '#modules/platform/index.ts';
import type { Brand } from './brand.ts';

/**
 * The brands that one process remembers by the label of their host. Every process forgets all of them as soon as a
 * company's brand or the portal's changes. Unknown labels are remembered too, and the size is bounded, because anybody
 * can invent labels.
 */
export class BrandCache {
  static readonly #byPortal = new WeakMap<Portal, Promise<BrandCache>>();
  static readonly LIMIT = 2000;
  readonly #brands = new Map<string, Brand | null>();
  #generation = 0;

  static of(portal: Portal): Promise<BrandCache> {
    let cache = BrandCache.#byPortal.get(portal);
    if (!cache) {
      cache = BrandCache.#open(portal);
      BrandCache.#byPortal.set(portal, cache);
    }
    return cache;
  }

  static async #open(portal: Portal): Promise<BrandCache> {
    const cache = new BrandCache();
    await portal.notifications.listen('brand_changed', () => cache.#forget());
    return cache;
  }

  #forget(): void {
    this.#generation += 1;
    this.#brands.clear();
  }

  async find<B extends Brand | null>(label: string, load: () => Promise<B>): Promise<B> {
    const known = this.#brands.get(label);
    if (known !== undefined) return known as B;
    const generation = this.#generation;
    const brand = await load();
    // A brand that was read before a change must not be stored after it.
    if (generation === this.#generation) {
      if (this.#brands.size >= BrandCache.LIMIT) this.#brands.clear();
      this.#brands.set(label, brand);
    }
    return brand;
  }
}
