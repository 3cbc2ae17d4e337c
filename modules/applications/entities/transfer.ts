import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

/** A check that staff moved to another account of the same person; append-only. Its newest one says whose the check is. */
const CheckTransferSchema = defineEntity({
  name: 'CheckTransfer',
  tableName: 'check_transfer',
  properties: {
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    /** From 1, for each check. */
    position: p.integer(),
    fromAccountId: p.uuid(),
    toAccountId: p.uuid(),
    /** Why, sealed under the key of the check's present person. */
    reasonSealed: p.text().nullable(),
    transferredAt: p.datetime(),
    transferredByAccountId: p.uuid(),
  },
});
export class CheckTransfer extends CheckTransferSchema.class {}
CheckTransferSchema.setClass(CheckTransfer);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof CheckTransferSchema> {}
}
