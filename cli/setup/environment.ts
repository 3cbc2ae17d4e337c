import { randomBytes } from 'node:crypto';

/** What has to be filled in. */
const TO_FILL = '';

const secret = () => randomBytes(32).toString('hex');
const password = () => randomBytes(24).toString('hex');

type Line = readonly [name: string, value: string, words?: string];

/**
 * The variables of a new portal with everything that it needs, and new keys. What only the operator knows is empty, so
 * one round of filling in is enough.
 * @param domain of the portal, such as portal.example.com
 * @param keyId the id of the new keys
 * @returns the lines of an environment file, for compose.yml or systemd
 */
export function exampleEnvironment(domain: string, keyId: string): string[] {
  const [owner, portal] = [password(), password()];
  const address = (role: string, secretWord: string) =>
    `postgres://${role}:${secretWord}@database:5432/shieldhub`;
  const key = () => `${keyId}:${randomBytes(32).toString('base64')}`;
  const parts: Record<string, readonly Line[]> = {
    'Values with other characters than letters, digits and . _ - : / @ + = belong between single quotes.': [
      ['SHIELD_ENV', 'production'],
    ],
    'Addresses. The DNS of the domain and of *.domain lead to this machine.': [
      ['DOMAIN', domain],
      ['PUBLIC_URL', `https://${domain}`],
      ['BRANDED_HOST_SUFFIX', `.${domain}`],
    ],
    'PostgreSQL. Without compose.yml, replace database:5432; the owner is for db migrate and db restore alone. Behind a pooler, add DATABASE_DIRECT_URL; with a replica, DATABASE_READ_URL.':
      [
        ['POSTGRES_PASSWORD', password()],
        ['OWNER_PASSWORD', owner],
        ['PORTAL_PASSWORD', portal],
        ['DATABASE_OWNER_URL', address('shieldhub_owner', owner)],
        ['DATABASE_URL', address('shieldhub', portal)],
      ],
    'Keys. Without them, the data cannot be read: keep a copy apart from the backups.': [
      ['KEY_RING', key()],
      ['LOOKUP_KEY', secret()],
      ['SIGNING_KEY', secret()],
      ['BACKUP_KEY', key()],
    ],
    'Processes.': [['WEB_CONCURRENCY', '2', 'one for each core']],
    'Files: the store of compose.yml, or folder with STORAGE_FOLDER on one machine.': [
      ['STORAGE', 's3'],
      ['S3_ENDPOINT', `https://files.${domain}`],
      ['S3_REGION', 'us-east-1'],
      ['S3_BUCKET', 'shieldhub'],
      ['S3_ACCESS_KEY_ID', randomBytes(10).toString('hex')],
      ['S3_SECRET_ACCESS_KEY', secret()],
    ],
    'Mail: smtp, or resend with RESEND_API_KEY and MAIL_WEBHOOK_SECRET.': [
      ['MAIL', 'smtp'],
      ['SMTP_URL', TO_FILL, 'smtps://user:password@host:465'],
    ],
    'Text messages.': [
      ['SMS', 'twilio'],
      ['SMS_FROM', TO_FILL, '+15550100000'],
      ['TWILIO_ACCOUNT_SID', TO_FILL],
      ['TWILIO_AUTH_TOKEN', TO_FILL],
    ],
    'Payments. The webhook goes to /hooks/stripe.': [
      ['PAYMENTS', 'stripe'],
      ['STRIPE_SECRET_KEY', TO_FILL],
      ['STRIPE_PUBLISHABLE_KEY', TO_FILL],
      ['STRIPE_WEBHOOK_SECRET', TO_FILL],
    ],
    'The reporting agency. Its callbacks go to /hooks/cra.': [
      ['CRA', 'https'],
      ['CRA_URL', TO_FILL, 'https://...'],
      ['CRA_API_KEY', TO_FILL],
      ['CRA_WEBHOOK_SECRET', TO_FILL],
    ],
    'ID verification. Its webhook goes to /hooks/idv.': [
      ['IDV', 'onfido'],
      ['ONFIDO_REGION', 'us'],
      ['ONFIDO_API_TOKEN', TO_FILL],
      ['ONFIDO_WORKFLOW_ID', TO_FILL],
      ['ONFIDO_WEBHOOK_TOKEN', TO_FILL],
    ],
    'Suggestions of addresses: none, or google with GOOGLE_PLACES_API_KEY.': [['ADDRESS_SEARCH', 'none']],
  };
  return Object.entries(parts).flatMap(([heading, lines]) => [
    `# ${heading}`,
    ...lines.flatMap(([name, value, words]) => [...(words ? [`# ${words}`] : []), `${name}=${value}`]),
    '',
  ]);
}
