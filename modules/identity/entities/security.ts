import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { SecurityChangeKind } from '../rules.ts';

const text = () => p.text().default('');

/** A recovery code, which replaces the second step when every method is out of reach. */
const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    /** A keyed hash of account and code. The code itself is shown once and not stored. */
    codeHash: p.text(),
    createdAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);

/** A change of how a person signs in, which the owner of the account can undo for 72 hours (D103). */
const SecurityChangeSchema = defineEntity({
  name: 'SecurityChange',
  tableName: 'security_change',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    change: p.text().$type<SecurityChangeKind>(),
    changedAt: p.datetime(),
    expiresAt: p.datetime(),
    /** The mailed link's token, which is derived from the id. */
    tokenHash: p.blob(),
    /** The previous ways to sign in, as JSON sealed by the key ring. */
    beforeSealed: p.text(),
    /** Set for the change that was undone and for all changes after it. */
    undoneAt: p.datetime().nullable(),
  },
});
export class SecurityChange extends SecurityChangeSchema.class {}
SecurityChangeSchema.setClass(SecurityChange);

/**
 * A browser in which somebody signed in to the account. The owner is told when somebody signs in from any other browser
 * (D95).
 */
const KnownBrowserSchema = defineEntity({
  name: 'KnownBrowser',
  tableName: 'known_browser',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    tokenHash: p.blob(),
    firstAt: p.datetime(),
    lastAt: p.datetime(),
    address: text(),
    agent: text(),
  },
});
export class KnownBrowser extends KnownBrowserSchema.class {}
KnownBrowserSchema.setClass(KnownBrowser);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      typeof RecoveryCodeSchema | typeof SecurityChangeSchema | typeof KnownBrowserSchema
    > {}
}
