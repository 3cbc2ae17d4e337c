import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { CodePurpose } from '../rules.ts';

const text = () => p.text().default('');

/** A requested code. The job that sends it also generates it, so there is no hash until then (D12). */
const VerificationCodeSchema = defineEntity({
  name: 'VerificationCode',
  tableName: 'verification_code',
  properties: {
    id: p.uuid().primary(),
    /** Null only until the job of a recovery request has looked up the address (D13). */
    accountId: p.uuid().nullable(),
    purpose: p.text().$type<CodePurpose>(),
    channel: p.text().$type<'EMAIL' | 'SMS'>(),
    /** The address or number that it is sent to, as it was at the time of the request. */
    destination: p.text(),
    /** The host that gives the mail its brand and its link. */
    host: text(),
    requestedAt: p.datetime(),
    codeHash: p.text().nullable(),
    /** The token in the mailed link; only for a recovery (D12). */
    linkHash: p.blob().nullable(),
    /** The browser that requested it; only for a recovery (D12). */
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
