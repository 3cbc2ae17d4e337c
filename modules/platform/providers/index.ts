export { listProviders, providerLook } from './look.ts';
export { isOutageStatus, ProviderDown } from './outage.ts';
export { Providers } from './providers.ts';
