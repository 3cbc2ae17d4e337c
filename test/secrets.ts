/** The same in every test, so that a failure repeats itself. */
export const testSecrets = {
  encryptionKey: Buffer.alloc(32, 7).toString('base64'),
  lookupKey: 'lookup-key-of-the-tests',
  signingKey: 'signing-key-of-the-tests',
  stripeWebhook: '0123456789abcdef0123456789abcdef',
  craWebhook: 'fedcba9876543210fedcba9876543210',
  databasePassword: 'postgres',
};

/** PASSWORD_MEMORY of the tests: hashes that cost what production asks for would be a third of their time. */
export const lightPasswords = '64';
