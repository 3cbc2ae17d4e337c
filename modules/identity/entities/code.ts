import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { CodePurpose } from '../rules.ts';

const text = () => p.text().default('');

/** A code that was asked for. The job that sends it mints it: until then there is no hash (D12). */
const VerificationCodeSchema = defineEntity({
  name: 'VerificationCode',
  tableName: 'verification_code',
  properties: {
    id: p.uuid().primary(),
    /** Unknown only while a recovery waits for its job, which looks the address up (D13). */
    accountId: p.uuid().nullable(),
    purpose: p.text().$type<CodePurpose>(),
    channel: p.text().$type<'EMAIL' | 'SMS'>(),
    /** The address or number it goes to, as it stood when it was asked for. */
    destination: p.text(),
    /** The host whose brand the mail wears and whose address its link has. */
    host: text(),
    requestedAt: p.datetime(),
    codeHash: p.text().nullable(),
    /** The mailed link's own long token, for recovery alone (D12). */
    linkHash: p.blob().nullable(),
    /** The browser that asked, for recovery alone (D12). */
    browserHash: p.blob().nullable(),
    sentAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
    tries: p.integer().default(0),
    usedAt: p.datetime().nullable(),
    voidedAt: p.datetime().nullable(),
  },
});
export class VerificationCode extends VerificationCodeSchema.class {}
VerificationCodeSchema.setClass(VerificationCode);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof VerificationCodeSchema> {}
}
