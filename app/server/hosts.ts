import { findBrandOfHost, isReleasedHost } from '#modules/enterprise/index.ts';
import type { Portal } from '#modules/platform/index.ts';

/** The hosts that the portal serves (D15). */
export interface Hosts {
  /**
   * The host, with its port, that serves the request.
   * @param host the Host header in lower case
   * @returns null for a host that is not registered
   */
  find(host: string): string | null | Promise<string | null>;
  /** Whether it was a company's host, whose addresses lead to the base host now (D114). */
  isReleased(host: string): Promise<boolean>;
}

/** The base host, which needs no query, and the registered branded hosts of the companies. */
export function servedHosts(portal: Portal): Hosts {
  const { baseHost } = portal.config;
  return {
    find: (host) =>
      host === baseHost ? host : findBrandOfHost(portal, host).then((brand) => (brand ? host : null)),
    isReleased: (host) => isReleasedHost(portal, host),
  };
}
