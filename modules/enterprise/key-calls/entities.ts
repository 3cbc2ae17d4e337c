import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

/** A request with an Idempotency-Key, so that a repetition of it does nothing and gets the same answer (D135). */
const KeyRequestSchema = defineEntity({
  name: 'KeyRequest',
  tableName: 'key_request',
  properties: {
    id: p.uuid().primary(),
    companyId: p.uuid(),
    idempotencyKey: p.text(),
    /** SHA-256 of method, address and body. */
    requestHash: p.blob(),
    askedAt: p.datetime(),
    /** The body of the answer, encrypted; null until it was answered. */
    answerSealed: p.text().nullable(),
  },
});
class KeyRequest extends KeyRequestSchema.class {}
KeyRequestSchema.setClass(KeyRequest);

export const keyCallEntities = [KeyRequest];

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof KeyRequestSchema> {}
}
