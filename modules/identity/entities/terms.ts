import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { AccessKind, TermsKind } from '../rules.ts';

const text = () => p.text().default('');

/** One version of a text that people agree to (D17), or of one that the footer links to. It is never changed; a changed text is a new version. */
const TermsVersionSchema = defineEntity({
  name: 'TermsVersion',
  tableName: 'terms_version',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<TermsKind>(),
    /** The company whose text it is; null for the portal's own. */
    companyId: p.uuid().nullable(),
    version: p.integer(),
    html: p.text(),
    publishedAt: p.datetime(),
    /** The member of staff who published it; null if the terminal did. */
    publishedByAccountId: p.uuid().nullable(),
    isCurrent: p.boolean().default(false),
  },
});
export class TermsVersion extends TermsVersionSchema.class {}
TermsVersionSchema.setClass(TermsVersion);

/** A text that is being written; there is at most one for each text. */
const TermsDraftSchema = defineEntity({
  name: 'TermsDraft',
  tableName: 'terms_draft',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<TermsKind>(),
    companyId: p.uuid().nullable(),
    html: p.text(),
    authorAccountId: p.uuid(),
    writtenAt: p.datetime(),
  },
});
export class TermsDraft extends TermsDraftSchema.class {}
TermsDraftSchema.setClass(TermsDraft);

const TermsAcceptanceSchema = defineEntity({
  name: 'TermsAcceptance',
  tableName: 'terms_acceptance',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    termsVersionId: p.uuid(),
    acceptedAt: p.datetime(),
    address: text(),
    agent: text(),
    emailCopy: p.boolean().default(false),
  },
});
export class TermsAcceptance extends TermsAcceptanceSchema.class {}
TermsAcceptanceSchema.setClass(TermsAcceptance);

/** Who viewed a person: one row for each viewer, person, kind and day (D48). */
const AccessEntrySchema = defineEntity({
  name: 'AccessEntry',
  tableName: 'access_entry',
  properties: {
    id: p.uuid().primary(),
    personId: p.uuid(),
    viewerAccountId: p.uuid().nullable(),
    viewerCompanyId: p.uuid().nullable(),
    kind: p.text().$type<AccessKind>(),
    day: p.date(),
    firstAt: p.datetime(),
    reason: text(),
    /** The person's link that was opened; the viewer is then unknown. */
    shareLinkId: p.uuid().nullable(),
    /** An HMAC that makes one browser's views of a day count once; empty unless a link was opened. */
    visitor: text(),
  },
});
export class AccessEntry extends AccessEntrySchema.class {}
AccessEntrySchema.setClass(AccessEntry);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof TermsVersionSchema
      | typeof TermsDraftSchema
      | typeof TermsAcceptanceSchema
      | typeof AccessEntrySchema
    > {}
}
