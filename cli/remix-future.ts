/** The flags of Remix's next version, all of them on: for the build of the pages and for those that Vite serves. */
export const remixFuture = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_routeConfig: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: true,
} as const;
