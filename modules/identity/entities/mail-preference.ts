import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

/** Email preferences of an address without a verified account (D19). An account has its own switches. */
const MailPreferenceSchema = defineEntity({
  name: 'MailPreference',
  tableName: 'mail_preference',
  properties: {
    emailaddress: p.string().columnType('citext').primary(),
    emailPreferenceMarketing: p.boolean().default(false),
    emailPreferenceInvites: p.boolean().default(true),
    emailPreferenceRenewal: p.boolean().default(true),
    criticalemails: p.boolean().default(true),
    updatedAt: p.datetime(),
  },
});
export class MailPreference extends MailPreferenceSchema.class {}
MailPreferenceSchema.setClass(MailPreference);

/** An address that a mail server has refused for good. */
const MailSuppressionSchema = defineEntity({
  name: 'MailSuppression',
  tableName: 'mail_suppression',
  properties: {
    emailaddress: p.string().columnType('citext').primary(),
    /** As staff read it: 'the mailbox does not exist'. */
    reason: p.text(),
    suppressedAt: p.datetime(),
  },
});
export class MailSuppression extends MailSuppressionSchema.class {}
MailSuppressionSchema.setClass(MailSuppression);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof MailPreferenceSchema | typeof MailSuppressionSchema> {}
}
