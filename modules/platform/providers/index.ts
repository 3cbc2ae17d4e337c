export { listProviders, providerLook } from './look.ts';
export { isOutageStatus, ProviderDown } from './outage.ts';
export { addressOfProvider, probeProvider, type SandboxProbe, sandboxProbe } from './probe.ts';
export { Providers } from './providers.ts';
