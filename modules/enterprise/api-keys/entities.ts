import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { ApiScope } from '../fields.ts';

/** A key with which systems of a company call /api/v1. The key itself is not stored (D134). */
const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.uuid().primary(),
    companyId: p.uuid(),
    /** What it is for, in the owner's words. */
    name: p.text(),
    /** SHA-256 of the key. */
    keyHash: p.blob(),
    /** The beginning and the end of the key, by which people tell keys apart. */
    prefix: p.text(),
    lastFour: p.text(),
    scopes: p.array().columnType('text[]').$type<ApiScope[]>(),
    /** Addresses and networks in CIDR notation from which it works; empty for any address. */
    allowedAddresses: p.array().columnType('text[]'),
    madeByAccountId: p.uuid(),
    madeAt: p.datetime(),
    endsAt: p.datetime().nullable(),
    /** The hour of the last call, and the address of the first call in that hour. */
    lastUsedAt: p.datetime().nullable(),
    lastUsedAddress: p.text().nullable(),
    /** Null if the operator of the portal revoked it. */
    revokedByAccountId: p.uuid().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});
class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);

export const apiKeyEntities = [ApiKey];

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof ApiKeySchema> {}
}
