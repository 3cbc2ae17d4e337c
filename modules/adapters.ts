import {
  type AddressSearch,
  AddressSearchFailed,
  type Cra,
  CraFailed,
  GoogleAddressSearch,
  HttpsCra,
  type IdVerifier,
  OnfidoVerifier,
  VerifierFailed,
} from '#modules/applications/index.ts';
import { openWebhookNetwork, type WebhookNetwork } from '#modules/enterprise/index.ts';
import {
  type AdapterContext,
  FolderStorage,
  type MailTransport,
  MINUTE,
  type Outside,
  openPayments,
  openS3,
  openSmtp,
  PaymentFailure,
  type PaymentProvider,
  type Portal,
  ResendMail,
  type SandboxProbe,
  SECOND,
  type SmsSender,
  type Storage,
  TwilioSms,
} from '#modules/platform/index.ts';
import { SandboxAddressSearch } from '#sandboxes/addresses/index.ts';
import { SandboxCra } from '#sandboxes/cra/index.ts';
import { failIfAsked, withFaults } from '#sandboxes/faults/index.ts';
import { SandboxVerifier } from '#sandboxes/idv/index.ts';
import { SandboxMail, SandboxSms } from '#sandboxes/outbox/index.ts';
import { withSandboxReceiver } from '#sandboxes/webhooks/index.ts';

/*
 * Chooses the adapter for each outside service. Only this file knows both the live adapters and the sandboxes. In
 * production, the configuration has already refused every sandbox before this code runs (D7).
 */

export async function openOutside({ config, db, clock, keys, providers }: AdapterContext): Promise<Outside> {
  const { sms, storage } = config;
  return {
    mail: providers.guard('mail', await openMail(), { rules: mailRules }),
    securityMail: providers.guard('mail', await openMail({ connections: 2 }), { rules: mailRules }),
    sms: providers.guard<SmsSender>('texts', openSms(), { rules: smsRules }),
    // The client of S3 tries again itself. A file that is read or written later than its first byte is not counted.
    storage: providers.guard<Storage>(
      'storage',
      storage.kind === 'folder'
        ? new FolderStorage({ folder: storage.folder, keys, clock, baseUrl: config.publicUrl })
        : await openS3(storage),
      {
        rules: {
          put: once(5 * MINUTE),
          get: once(MINUTE),
          delete: once(MINUTE),
          check: once(MINUTE),
          signedGet: null,
          signedPut: null,
        },
      },
    ),
    payments: guardPayments(providers, openPayments(config.payments)),
  };

  function openSms(): SmsSender {
    if (sms.kind !== 'sandbox') return new TwilioSms(sms);
    return withFaults({ db, clock }, new SandboxSms(db, clock), { service: 'texts', calls: smsRules });
  }

  async function openMail(options: { connections?: number } = {}): Promise<MailTransport> {
    const { mail } = config;
    if (mail.kind === 'sandbox') {
      return withFaults({ db, clock }, new SandboxMail(db, clock), { service: 'mail', calls: mailRules });
    }
    return mail.kind === 'resend' ? new ResendMail(mail) : openSmtp({ url: mail.url, ...options });
  }
}

const once = (timeout: number) => ({ timeout });
/** For what reads, or does the same under the same key: tried once more after a short wait of random length. */
const twice = (timeout: number) => ({ timeout, tries: 2 });

const mailRules = { send: once(70 * SECOND), check: once(MINUTE) };
const smsRules = { send: once(20 * SECOND) };

/** Stripe's own client tries again, with the same idempotency key, so that nothing here may. */
const guardPayments = (providers: Portal['providers'], payments: PaymentProvider): PaymentProvider =>
  providers.guard<PaymentProvider>('payments', payments, {
    rules: {
      getAccount: once(MINUTE),
      listEventReceivers: once(MINUTE),
      createPaymentIntent: once(MINUTE),
      createCheckoutSession: once(MINUTE),
      retrievePayment: once(MINUTE),
      closePayment: once(MINUTE),
      holdOnCard: once(MINUTE),
      capturePayment: once(MINUTE),
      findHold: once(MINUTE),
      createCustomer: once(MINUTE),
      createSetupIntent: once(MINUTE),
      createSetupSession: once(MINUTE),
      saveCard: once(MINUTE),
      retrieveSetup: once(MINUTE),
      forgetCard: once(MINUTE),
      refund: once(MINUTE),
      listRefunds: once(MINUTE),
      findChargedCard: once(MINUTE),
      listDisputes: once(MINUTE),
      listMovements: once(2 * MINUTE),
      findMovement: once(MINUTE),
    },
    down: (words, cause) => new PaymentFailure('unavailable', words, cause),
  });

export function openCra(portal: Portal): Cra {
  const { cra } = portal.config;
  const limit = 35 * SECOND;
  const rules = {
    submit: once(limit),
    status: twice(limit),
    answerSsnReview: once(limit),
    report: twice(limit),
    setMonitoring: once(limit),
    identityRecords: twice(limit),
    dispute: once(limit),
    block: once(limit),
    document: once(limit),
  };
  const down = (words: string) => new CraFailed(words);
  const adapter: Cra =
    cra.kind === 'sandbox'
      ? withFaults<Cra>(portal, new SandboxCra(portal), { service: 'agency', calls: rules, failed: down })
      : new HttpsCra(cra);
  return portal.providers.guard<Cra>('agency', adapter, { rules, down });
}

/** @returns null for a portal without a maps service */
export function openAddressSearch(portal: Portal): AddressSearch | null {
  const { addressSearch } = portal.config;
  if (addressSearch.kind === 'none') return null;
  // Somebody types meanwhile.
  const rules = { suggest: once(6 * SECOND), find: once(6 * SECOND) };
  const down = (words: string) => new AddressSearchFailed(words);
  const adapter: AddressSearch =
    addressSearch.kind === 'google'
      ? new GoogleAddressSearch(addressSearch)
      : withFaults<AddressSearch>(portal, new SandboxAddressSearch(), {
          service: 'addresses',
          calls: rules,
          failed: down,
        });
  return portal.providers.guard<AddressSearch>('addresses', adapter, { rules, down });
}

export function openIdVerifier(portal: Portal): IdVerifier {
  const { idVerification } = portal.config;
  const limit = MINUTE;
  const rules = { begin: once(limit), read: twice(limit), images: twice(limit), forget: once(limit) };
  const down = (words: string) => new VerifierFailed(words);
  const adapter: IdVerifier =
    idVerification.kind === 'sandbox'
      ? withFaults<IdVerifier>(portal, new SandboxVerifier(portal), {
          service: 'verification',
          calls: rules,
          failed: down,
        })
      : new OnfidoVerifier(idVerification);
  return portal.providers.guard<IdVerifier>('verification', adapter, { rules, down });
}

/** Asks the sandbox of a service that has no question of its own: it answers unless it was asked to fail. */
export const openSandboxProbe = (portal: Portal): SandboxProbe => ({
  ask: (name) => failIfAsked(portal, name),
});

export function openWebhooks(portal: Portal): WebhookNetwork {
  const isDevelopment = portal.config.environment === 'development';
  const network = openWebhookNetwork({ loopback: isDevelopment });
  return isDevelopment ? withSandboxReceiver(portal, network) : network;
}
