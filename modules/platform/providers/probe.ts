import type { ProviderName } from '../browser.ts';
import { SECOND } from '../browser.ts';
import type { Config } from '../config.ts';
import type { Portal } from '../contract.ts';
import { Port } from '../port.ts';
import { isOutageStatus } from './outage.ts';

/** Asks an outside service for nothing but an answer. */

/** Milliseconds. */
const PATIENCE = 10 * SECOND;

/** What a sandbox inside the portal answers to a probe. */
export interface SandboxProbe {
  /** @throws Error if it was asked to fail */
  ask(name: keyof typeof addresses): Promise<void>;
}

export const sandboxProbe = new Port<SandboxProbe>('probe of a sandbox');

/** Where the services are that have no question of ours that is free and changes nothing; null for a sandbox or none. */
const addresses = {
  texts: ({ sms }: Config) => (sms.kind === 'twilio' ? 'https://api.twilio.com' : null),
  agency: ({ cra }: Config) => (cra.kind === 'https' ? cra.url : null),
  verification: ({ idVerification }: Config) =>
    idVerification.kind === 'onfido' ? idVerification.url : null,
  addresses: ({ addressSearch }: Config) =>
    addressSearch.kind === 'google' ? 'https://places.googleapis.com' : null,
} as const;

/** The address of the service; null for a sandbox or none. */
export const addressOfProvider = (name: keyof typeof addresses, config: Config): string | null =>
  addresses[name](config);

/**
 * Whether a service answers at all, with any status but those of an outage. The key is not tried, because that could
 * cost money.
 * @returns the status
 * @throws Error without an answer
 */
async function reach(url: string): Promise<number> {
  const { status } = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (isOutageStatus(status)) throw new Error(`answered ${status}`);
  return status;
}

/**
 * Asks a service once. The answer is counted like every other, so that the status of the service shows it.
 * @throws Error if it does not answer; ProviderDown while it is left alone
 */
export async function probeProvider(portal: Portal, name: ProviderName): Promise<void> {
  if (name === 'mail') return portal.checkMail();
  if (name === 'storage') return portal.storage.check();
  if (name === 'payments') {
    await portal.payments.getAccount();
    return;
  }
  const url = addressOfProvider(name, portal.config);
  await portal.providers.of(name).run({ timeout: PATIENCE + SECOND }, async () => {
    if (url !== null) await reach(url);
    else await sandboxProbe.of(portal).ask(name);
  });
}
