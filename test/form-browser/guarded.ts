import type { DomElement } from './dom.ts';
import { NeedsBrowser } from './needs-browser.ts';

/** An element for the callbacks of journeys: what it does not know throws. */
export function guarded(element: DomElement): DomElement {
  return new Proxy(element, {
    get(target, name) {
      if (!(name in target)) throw new NeedsBrowser(`element.${String(name)}`);
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set(target, name, value) {
      if (!(name in target)) throw new NeedsBrowser(`element.${String(name)}`);
      const done = Reflect.set(target, name, value, target);
      target.ownerDocument.changed();
      return done;
    },
  });
}
