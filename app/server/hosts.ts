import type { Config } from '#modules/platform/index.ts';

/** Which hosts are ours (D15). */
export interface Hosts {
  /**
   * The host, with its port, under which the request is served.
   * @param host the Host header, in small letters
   * @returns null for a host that nobody registered
   */
  find(host: string): string | null | Promise<string | null>;
}

/**
 * The base host and the companies' branded hosts.
 * @param isRegistered whether a company has this branding host name; asked for names under the suffix only
 */
export function registeredHosts(
  config: Config,
  isRegistered: (host: string) => boolean | Promise<boolean>,
): Hosts {
  const { baseHost, brandedHostSuffix } = config;
  const port = /:\d+$/.exec(baseHost)?.[0] ?? '';
  return {
    find(host) {
      if (host === baseHost) return baseHost;
      if (!host.endsWith(port)) return null;
      const name = port ? host.slice(0, -port.length) : host;
      if (!name.endsWith(brandedHostSuffix)) return null;
      const label = name.slice(0, -brandedHostSuffix.length);
      if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) return null;
      const found = isRegistered(host);
      return found instanceof Promise ? found.then((known) => (known ? host : null)) : found ? host : null;
    },
  };
}
