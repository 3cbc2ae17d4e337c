import {
  type AddressSearch,
  type Cra,
  GoogleAddressSearch,
  HttpsCra,
  type IdVerifier,
  OnfidoVerifier,
} from '#modules/applications/index.ts';
import { openWebhookNetwork, type WebhookNetwork } from '#modules/enterprise/index.ts';
import {
  type AdapterContext,
  FolderStorage,
  type MailTransport,
  type Outside,
  openPayments,
  openS3,
  openSmtp,
  type Portal,
  ResendMail,
  TwilioSms,
} from '#modules/platform/index.ts';
import { SandboxAddressSearch } from '#sandboxes/addresses/index.ts';
import { SandboxCra } from '#sandboxes/cra/index.ts';
import { SandboxVerifier } from '#sandboxes/idv/index.ts';
import { SandboxMail, SandboxSms } from '#sandboxes/outbox/index.ts';
import { withSandboxReceiver } from '#sandboxes/webhooks/index.ts';

/*
 * Chooses the adapter for each outside service. Only this file knows both the live adapters and the sandboxes. In
 * production, the configuration has already refused every sandbox before this code runs (D7).
 */

export async function openOutside({ config, db, clock, keys }: AdapterContext): Promise<Outside> {
  const { sms, storage } = config;
  return {
    mail: await openMail(),
    securityMail: await openMail({ connections: 2 }),
    sms: sms.kind === 'sandbox' ? new SandboxSms(db, clock) : new TwilioSms(sms),
    storage:
      storage.kind === 'folder'
        ? new FolderStorage({ folder: storage.folder, keys, clock, baseUrl: config.publicUrl })
        : await openS3(storage),
    payments: openPayments(config.payments),
  };

  async function openMail(options: { connections?: number } = {}): Promise<MailTransport> {
    const { mail } = config;
    if (mail.kind === 'sandbox') return new SandboxMail(db, clock);
    return mail.kind === 'resend' ? new ResendMail(mail) : openSmtp({ url: mail.url, ...options });
  }
}

export function openCra(portal: Portal): Cra {
  const { cra } = portal.config;
  return cra.kind === 'sandbox' ? new SandboxCra(portal) : new HttpsCra(cra);
}

/** @returns null for a portal without a maps service */
export function openAddressSearch({ config }: Portal): AddressSearch | null {
  const { addressSearch } = config;
  if (addressSearch.kind === 'google') return new GoogleAddressSearch(addressSearch);
  return addressSearch.kind === 'sandbox' ? new SandboxAddressSearch() : null;
}

export function openIdVerifier(portal: Portal): IdVerifier {
  const { idVerification } = portal.config;
  return idVerification.kind === 'sandbox' ? new SandboxVerifier(portal) : new OnfidoVerifier(idVerification);
}

export function openWebhooks(portal: Portal): WebhookNetwork {
  const isDevelopment = portal.config.environment === 'development';
  const network = openWebhookNetwork({ loopback: isDevelopment });
  return isDevelopment ? withSandboxReceiver(portal, network) : network;
}
