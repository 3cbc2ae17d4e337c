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
  checks: [
    {
      name: 'verification_code_purpose_check',
      expression: "purpose in ('register', 'two-step', 'recovery')",
    },
    { name: 'verification_code_channel_check', expression: "channel in ('EMAIL', 'SMS')" },
    { name: 'verification_code_tries_check', expression: 'tries >= 0 and tries <= 5' },
    {
      name: 'verification_code_sent_check',
      expression: '(code_hash is null) = (sent_at is null) and (code_hash is null) = (expires_at is null)',
    },
    {
      name: 'verification_code_account_id_check',
      expression: "account_id is not null or (purpose = 'recovery' and code_hash is null)",
    },
    { name: 'verification_code_used_check', expression: 'used_at is null or sent_at is not null' },
  ],
  indexes: [
    {
      name: 'verification_code_live_key',
      expression:
        'create unique index verification_code_live_key on verification_code (account_id, purpose) where used_at is null and voided_at is null',
    },
    {
      name: 'verification_code_browser_hash_idx',
      expression:
        'create index verification_code_browser_hash_idx on verification_code (browser_hash) where browser_hash is not null',
    },
    {
      name: 'verification_code_link_hash_idx',
      expression:
        'create index verification_code_link_hash_idx on verification_code (link_hash) where link_hash is not null',
    },
    {
      name: 'verification_code_requested_at_idx',
      expression: 'create index verification_code_requested_at_idx on verification_code (requested_at)',
    },
  ],
});
export class VerificationCode extends VerificationCodeSchema.class {}
VerificationCodeSchema.setClass(VerificationCode);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof VerificationCodeSchema> {}
}
