import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { PasskeyPurpose } from '../rules.ts';

/** A WebAuthn credential; works on the host that it was added on (D104). */
const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    /** In base64url, as the authenticator chose it. */
    credentialId: p.text(),
    /** COSE. */
    publicKey: p.blob(),
    /** The authenticator's own count of its uses; 0 for those that do not count. */
    counter: p.bigint('number').default(0),
    /** Without its port. */
    host: p.text(),
    name: p.text(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
});
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);

/** A challenge that was handed out and not answered yet; each can be answered once. */
const PasskeyChallengeSchema = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenge',
  properties: {
    id: p.uuid().primary(),
    challengeHash: p.blob(),
    purpose: p.text().$type<PasskeyPurpose>(),
    /** The account whose passkey has to answer; null at a sign-in, where the passkey identifies its owner. */
    accountId: p.uuid().nullable(),
    host: p.text(),
    expiresAt: p.datetime(),
  },
});
export class PasskeyChallenge extends PasskeyChallengeSchema.class {}
PasskeyChallengeSchema.setClass(PasskeyChallenge);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof PasskeySchema | typeof PasskeyChallengeSchema> {}
}
