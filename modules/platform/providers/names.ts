/** The outside services that the portal calls. Webhooks of companies go to many receivers and have rules of their own. */
export const providerNames = [
  'mail',
  'texts',
  'payments',
  'agency',
  'verification',
  'addresses',
  'storage',
] as const;
export type ProviderName = (typeof providerNames)[number];
