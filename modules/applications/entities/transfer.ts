import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

/**
 * A check that staff moved to another account of the same person; append-only. The newest row says whose the check is.
 */
const CheckTransferSchema = defineEntity({
  name: 'CheckTransfer',
  tableName: 'check_transfer',
  properties: {
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    /** Counts from 1 for each check. */
    position: p.integer(),
    fromAccountId: p.uuid(),
    toAccountId: p.uuid(),
    /** The reason, sealed under the key of the person who has the check now. */
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
