import {
  defaultMailPreferences,
  KeyRing,
  type MailBrand,
  Mailer,
  type MailPreferences,
  type MailTransport,
} from '#modules/platform/index.ts';

/** A mailer without accounts. Every recipient is an address with the same preferences. */
export function mailerBy(
  transport: Pick<MailTransport, 'send'>,
  {
    preferences = {},
    brand = {},
    onSuppressionList = false,
    securityTransport = transport,
  }: {
    preferences?: Partial<MailPreferences>;
    brand?: Partial<MailBrand>;
    onSuppressionList?: boolean;
    securityTransport?: Pick<MailTransport, 'send'>;
  } = {},
) {
  const suppressed: object[] = [];
  const dead: string[][] = [];
  const keys = new KeyRing({
    active: 'k1',
    keys: { k1: Buffer.alloc(32, 7).toString('base64') },
    lookupKey: 'lookup',
    signingKeys: ['signing'],
  });
  const mailer = new Mailer({
    transport,
    securityTransport,
    keys,
    brandFor: async () => ({
      name: 'Acme',
      url: 'https://acme.test',
      logoUrl: null,
      color: '#ed683c',
      timeZone: 'America/Chicago',
      senderAddress: 'no-reply@example.com',
      supportEmail: null,
      postalAddress: null,
      ...brand,
    }),
    findReader: async (recipient) =>
      'address' in recipient
        ? {
            accountId: null,
            address: recipient.address,
            preferences: { ...defaultMailPreferences, ...preferences },
            suppressed: onSuppressionList,
          }
        : null,
    records: {
      begin: () => Promise.reject(new Error('No account has the address')),
      end: () => Promise.resolve(),
    },
    onDeadMailbox: async (address, mailbox) => void dead.push([address, mailbox]),
    onSuppressed: (mail) => suppressed.push(mail),
  });
  return { mailer, keys, suppressed, dead };
}
