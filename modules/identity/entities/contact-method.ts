import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { MethodKind } from '../rules.ts';

/** A way to receive a code that a person added to the account's own address and phone number (doc2 §4.4). */
const ContactMethodSchema = defineEntity({
  name: 'ContactMethod',
  tableName: 'contact_method',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    kind: p.text().$type<MethodKind>(),
    /** An email address in lower case, or ten digits; empty for an authenticator app. */
    value: p.text().default(''),
    /** The authenticator app's secret in base32, sealed by the key ring. */
    secretSealed: p.text().nullable(),
    /** The latest time step whose code was accepted: each code of the app works once (RFC 6238 §5.2). */
    lastStep: p.integer().nullable(),
    /** From this moment an authenticator app has to be proven within the lifetime of a code. */
    startedAt: p.datetime(),
    verifiedAt: p.datetime().nullable(),
  },
});
export class ContactMethod extends ContactMethodSchema.class {}
ContactMethodSchema.setClass(ContactMethod);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof ContactMethodSchema> {}
}
