import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

/** Email preferences of an address without a verified account (D19). Accounts have switches of their own. */
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

/** An address that a mail server has permanently refused. */
const MailSuppressionSchema = defineEntity({
  name: 'MailSuppression',
  tableName: 'mail_suppression',
  properties: {
    emailaddress: p.string().columnType('citext').primary(),
    id: p.uuid().defaultRaw('gen_random_uuid()'),
    /** The reason as staff read it, such as 'the mailbox does not exist'. */
    reason: p.text(),
    suppressedAt: p.datetime(),
  },
});
export class MailSuppression extends MailSuppressionSchema.class {}
MailSuppressionSchema.setClass(MailSuppression);

/** Choices about the mails to an address that its owner has not confirmed yet (D21). */
const MailChoiceSchema = defineEntity({
  name: 'MailChoice',
  tableName: 'mail_choice',
  properties: {
    id: p.uuid().primary(),
    emailaddress: p.string().columnType('citext'),
    emailPreferenceMarketing: p.boolean(),
    emailPreferenceInvites: p.boolean(),
    emailPreferenceRenewal: p.boolean(),
    criticalemails: p.boolean(),
    /** The host whose brand the mail shows. */
    host: p.text(),
    requestedAt: p.datetime(),
  },
});
export class MailChoice extends MailChoiceSchema.class {}
MailChoiceSchema.setClass(MailChoice);

/** A mail to the address of an account, and what became of it. */
const SentMailSchema = defineEntity({
  name: 'SentMail',
  tableName: 'sent_mail',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    /** The name of its kind, as it is declared. */
    kind: p.text(),
    messageId: p.text(),
    /** Under the person's own key; null if the person was erased meanwhile. */
    subjectSealed: p.text().nullable(),
    addressSealed: p.text().nullable(),
    /** Of the template; null for a mail that is older than versions. */
    version: p.integer().nullable(),
    /** Without codes and links; null if nothing was sent. */
    textSealed: p.text().nullable(),
    state: p.text(),
    sentAt: p.datetime(),
    progressedAt: p.datetime().nullable(),
  },
});
export class SentMail extends SentMailSchema.class {}
SentMailSchema.setClass(SentMail);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof MailChoiceSchema
      | typeof MailPreferenceSchema
      | typeof MailSuppressionSchema
      | typeof SentMailSchema
    > {}
}
