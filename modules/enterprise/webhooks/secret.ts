import { randomBytes } from 'node:crypto';
import { type Portal, sealedColumn, signStandardHook } from '#modules/platform/index.ts';

/** The secrets of endpoints: `whsec_` and 256 bits in base64, as Standard Webhooks has them. */

const BYTES = 32;

const sealedAt = sealedColumn({ table: 'webhook_endpoint', column: 'secret_sealed' });
const formerSealedAt = sealedColumn({ table: 'webhook_endpoint', column: 'former_secret_sealed' });

type Keys = Pick<Portal, 'keys'>;

/** A new secret, and what is stored of it. */
export function newSecret({ keys }: Keys, endpointId: string) {
  const secret = `whsec_${randomBytes(BYTES).toString('base64')}`;
  return {
    secret,
    stored: {
      secret_sealed: keys.encrypt(secret, sealedAt(endpointId)),
      // The last characters of the key itself: base64 ends with a sign that is the same for all.
      secret_last_four: secret.slice(-5, -1),
    },
  };
}

/** The present secret as the former one, which signs beside the new one for a while. */
export function asFormer({ keys }: Keys, endpointId: string, sealed: string): string {
  return keys.encrypt(keys.decrypt(sealed, sealedAt(endpointId)), formerSealedAt(endpointId));
}

export interface StoredSecrets {
  id: string;
  secret_sealed: string;
  former_secret_sealed: string | null;
  former_secret_until: Date | null;
}

/** The headers of one try. */
export function signedHeaders(
  { keys }: Keys,
  { id, secret_sealed, former_secret_sealed: former, former_secret_until: until }: StoredSecrets,
  message: { eventId: string; body: string; at: Date },
): { signature: string; headers: Record<string, string> } {
  const secrets = [keys.decrypt(secret_sealed, sealedAt(id))];
  if (former !== null && until !== null && until > message.at)
    secrets.push(keys.decrypt(former, formerSealedAt(id)));
  const { eventId, body, at } = message;
  const signed = signStandardHook(secrets, { id: messageIdOf(eventId), body, at });
  return { signature: signed.signature, headers: headersOf(signed) };
}

/** The id by which a receiver recognizes a repetition. */
export const messageIdOf = (eventId: string) => `evt_${eventId}`;

export const headersOf = (signed: { id: string; timestamp: string; signature: string }) => ({
  'content-type': 'application/json',
  'user-agent': 'webhooks/1',
  'webhook-id': signed.id,
  'webhook-timestamp': signed.timestamp,
  'webhook-signature': signed.signature,
});
