import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

export const textKinds = ['submitted', 'action', 'delayed', 'ready'] as const;
export type TextKind = (typeof textKinds)[number];

/** The consent to texts about an application's progress, in the words in which it was given (D93). */
const TextConsentSchema = defineEntity({
  name: 'TextConsent',
  tableName: 'text_consent',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    /** The verified number that it was given for, ten digits; empty once the person is erased. */
    mobile: p.text(),
    words: p.text(),
    givenAt: p.datetime(),
    address: p.text(),
    agent: p.text(),
    withdrawnAt: p.datetime().nullable(),
    withdrawnBy: p.text().$type<'switch' | 'stop' | 'other-number'>().nullable(),
    withdrawnAddress: p.text().nullable(),
    withdrawnAgent: p.text().nullable(),
  },
});
export class TextConsent extends TextConsentSchema.class {}
TextConsentSchema.setClass(TextConsent);

/** A text about an application; one of each kind. */
const ApplicationTextSchema = defineEntity({
  name: 'ApplicationText',
  tableName: 'application_text',
  properties: {
    applicationId: p.uuid().primary(),
    kind: p.text().$type<TextKind>().primary(),
    /** The job that sends it, which may run more than once. */
    jobId: p.text(),
    begunAt: p.datetime(),
    /** When it was sent, or permanently refused. */
    endedAt: p.datetime().nullable(),
  },
});

export class ApplicationText extends ApplicationTextSchema.class {}
ApplicationTextSchema.setClass(ApplicationText);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof TextConsentSchema | typeof ApplicationTextSchema> {}
}
