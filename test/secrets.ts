/** The same keys in every test, so that a failure can be reproduced. */
export const testSecrets = {
  encryptionKey: Buffer.alloc(32, 7).toString('base64'),
  lookupKey: 'lookup-key-of-the-tests',
  signingKey: 'signing-key-of-the-tests',
  stripeWebhook: '0123456789abcdef0123456789abcdef',
  craWebhook: 'fedcba9876543210fedcba9876543210',
  databasePassword: 'postgres',
};

/** PASSWORD_MEMORY of the tests. Hashes as expensive as in production would take a third of the tests' time. */
export const lightPasswords = '64';
