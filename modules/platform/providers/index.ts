export type { CallRule } from './health.ts';
export {
  listProviders,
  PROVIDER_HOURS_KEPT,
  type ProviderLook,
  providerHoursSweep,
  providerLook,
} from './look.ts';
export { type ProviderName, providerNames } from './names.ts';
export { isOutageStatus, ProviderDown } from './outage.ts';
export { Providers } from './providers.ts';
