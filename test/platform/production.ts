import { createHash } from 'node:crypto';
import type { Environment } from '#modules/platform/index.ts';

export const keyOf = (name: string) => createHash('sha256').update(name).digest('base64');

/** A whole configuration of production, with services that nobody runs. */
export const production: Environment = {
  SHIELD_ENV: 'production',
  PUBLIC_URL: 'https://portal.example.com',
  DATABASE_URL: 'postgres://portal:hidden-word@db.example.com/portal',
  BRANDED_HOST_SUFFIX: '.portal.example.com',
  KEY_RING: `k2:${keyOf('second')},k1:${keyOf('first')}`,
  LOOKUP_KEY: keyOf('lookup'),
  SIGNING_KEY: keyOf('signing'),
  MAIL: 'smtp',
  SMTP_URL: 'smtps://user:hidden-word@mail.example.com:465',
  SMS: 'twilio',
  SMS_FROM: '+15550100000',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: '0123456789abcdef',
  STORAGE: 's3',
  S3_BUCKET: 'portal-files',
  S3_ACCESS_KEY_ID: 'key-id',
  S3_SECRET_ACCESS_KEY: 'hidden-word',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  CRA: 'https',
  CRA_URL: 'https://cra.example.com',
  CRA_API_KEY: '0123456789abcdef',
  CRA_WEBHOOK_SECRET: '0123456789abcdef',
  IDV: 'onfido',
  ONFIDO_REGION: 'us',
  ONFIDO_API_TOKEN: '0123456789abcdef',
  ONFIDO_WORKFLOW_ID: '33333333-3333-4333-8333-333333333333',
  ONFIDO_WEBHOOK_TOKEN: '0123456789abcdef',
};
