import { findBrandOfHost } from '#modules/enterprise/index.ts';
import type { Portal } from '#modules/platform/index.ts';

/** Which hosts are ours (D15). */
export interface Hosts {
  /**
   * The host, with its port, under which the request is served.
   * @param host the Host header, in small letters
   * @returns null for a host that nobody registered
   */
  find(host: string): string | null | Promise<string | null>;
}

/** The base host, at once, and the companies' branded hosts as they are registered. */
export function servedHosts(portal: Portal): Hosts {
  const { baseHost } = portal.config;
  return {
    find: (host) =>
      host === baseHost ? host : findBrandOfHost(portal, host).then((brand) => (brand ? host : null)),
  };
}
