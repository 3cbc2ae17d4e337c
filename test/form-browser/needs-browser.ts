/** What a page over HTTP cannot show: layout, focus, script, pictures. */
export class NeedsBrowser extends Error {
  constructor(what: string) {
    super(`${what} needs a browser: tag the journey @browser-plain`);
    this.name = 'NeedsBrowser';
  }
}

/** Stands in for objects that only a browser has: whatever is used of it throws. */
export function onlyInBrowser(what: string): never {
  return new Proxy(
    {},
    {
      get: (_, name) => {
        // An object that is awaited is asked whether it is a promise.
        if (name === 'then' || typeof name === 'symbol') return undefined;
        throw new NeedsBrowser(`${what}.${String(name)}`);
      },
    },
  ) as never;
}
