import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { AccessKind, TermsKind } from '../rules.ts';

const text = () => p.text().default('');

/** One version of a text that people agree to (D17). Its words never change; a new version takes its place. */
const TermsVersionSchema = defineEntity({
  name: 'TermsVersion',
  tableName: 'terms_version',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<TermsKind>(),
    version: p.integer(),
    html: p.text(),
    publishedAt: p.datetime(),
    isCurrent: p.boolean().default(false),
  },
  checks: [
    { name: 'terms_version_kind_check', expression: "kind in ('portal', 'purchase', 'score')" },
    { name: 'terms_version_version_check', expression: 'version >= 1' },
  ],
  triggers: [
    {
      name: 'terms_version_unchanged',
      timing: 'before',
      events: ['update'],
      expression:
        'create trigger terms_version_unchanged before update of kind, version, html, published_at on terms_version for each row execute function refuse_terms_change()',
    },
  ],
  indexes: [
    {
      name: 'terms_version_kind_version_key',
      expression: 'create unique index terms_version_kind_version_key on terms_version (kind, version)',
    },
    {
      name: 'terms_version_current_key',
      expression: 'create unique index terms_version_current_key on terms_version (kind) where is_current',
    },
  ],
});
export class TermsVersion extends TermsVersionSchema.class {}
TermsVersionSchema.setClass(TermsVersion);

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
  triggers: [
    {
      name: 'terms_acceptance_unchanged',
      timing: 'before',
      events: ['update'],
      expression:
        'create trigger terms_acceptance_unchanged before update on terms_acceptance for each row execute function refuse_terms_change()',
    },
  ],
  indexes: [
    {
      name: 'terms_acceptance_account_id_terms_version_id_key',
      expression:
        'create unique index terms_acceptance_account_id_terms_version_id_key on terms_acceptance (account_id, terms_version_id)',
    },
    {
      name: 'terms_acceptance_terms_version_id_idx',
      expression: 'create index terms_acceptance_terms_version_id_idx on terms_acceptance (terms_version_id)',
    },
  ],
});
export class TermsAcceptance extends TermsAcceptanceSchema.class {}
TermsAcceptanceSchema.setClass(TermsAcceptance);

/** Who saw a person: one row per viewer, person, kind and day (D48). */
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
  },
  checks: [
    {
      name: 'access_entry_kind_check',
      expression: "kind in ('search', 'score', 'report', 'export', 'api')",
    },
    {
      name: 'access_entry_viewer_check',
      expression: 'viewer_account_id is not null or viewer_company_id is not null',
    },
  ],
  indexes: [
    {
      name: 'access_entry_once_a_day_key',
      expression:
        'create unique index access_entry_once_a_day_key on access_entry (person_id, viewer_account_id, viewer_company_id, kind, day) nulls not distinct',
    },
    {
      name: 'access_entry_person_id_first_at_idx',
      expression:
        'create index access_entry_person_id_first_at_idx on access_entry (person_id, first_at desc, id)',
    },
    {
      name: 'access_entry_viewer_account_id_first_at_idx',
      expression:
        "create index access_entry_viewer_account_id_first_at_idx on access_entry (viewer_account_id, first_at) where kind = 'search'",
    },
  ],
});
export class AccessEntry extends AccessEntrySchema.class {}
AccessEntrySchema.setClass(AccessEntry);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      typeof TermsVersionSchema | typeof TermsAcceptanceSchema | typeof AccessEntrySchema
    > {}
}
