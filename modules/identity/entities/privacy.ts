import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { ErasureWait } from '#modules/platform/index.ts';
import type { PrivacyOutcome, PrivacyRequestKind, PrivacyRequestState } from '../rules.ts';

/** A request about personal data: to limit its use, for a copy, or to delete it (D23). */
const PrivacyRequestSchema = defineEntity({
  name: 'PrivacyRequest',
  tableName: 'privacy_request',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<PrivacyRequestKind>(),
    state: p.text().$type<PrivacyRequestState>().default('open'),
    /** Null for a person without an account. */
    accountId: p.uuid().nullable(),
    /** Who asked, as known at that time; empty once the person is erased. */
    name: p.text(),
    emailaddress: p.string().columnType('citext'),
    /** Encrypted with the key ring; null without a message. */
    messageSealed: p.text().nullable(),
    /** The host whose brand the mails show. */
    host: p.text(),
    requestedAt: p.datetime(),
    dueAt: p.datetime(),
    /** The member of staff who works on it. */
    takenByAccountId: p.uuid().nullable(),
    takenAt: p.datetime().nullable(),
    /** What the person was told: the answer, or why there is none. Encrypted with the key ring. */
    answerSealed: p.text().nullable(),
    answeredAt: p.datetime().nullable(),
    closedAt: p.datetime().nullable(),
    outcome: p.text().$type<PrivacyOutcome>().nullable(),
    /** For an export: the encrypted file in storage, until it expires. */
    fileKey: p.text().nullable(),
    fileExpiresAt: p.datetime().nullable(),
    /** For a deletion: when it will happen. */
    eraseAt: p.datetime().nullable(),
    /** For a deletion that is due: what it waits for, and until when at most, as the person was told. */
    waitsFor: p.text().$type<ErasureWait>().nullable(),
    waitsUntil: p.datetime().nullable(),
    /** For a completed deletion: the reasons why some records are kept, separated by spaces. */
    retained: p.text().default(''),
  },
});
export class PrivacyRequest extends PrivacyRequestSchema.class {}
PrivacyRequestSchema.setClass(PrivacyRequest);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof PrivacyRequestSchema> {}
}
