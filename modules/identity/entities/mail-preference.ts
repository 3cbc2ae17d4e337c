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

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof MailPreferenceSchema> {}
}
