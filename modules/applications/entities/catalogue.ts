import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { ConsentKind, PageType, StepKey } from '../steps/steps.ts';

/** Packages, providers, steps and documents, all of which are data. */

/** A consumer reporting agency: craid '2' or '4' (D40). */
const ScreeningProviderSchema = defineEntity({
  name: 'ScreeningProvider',
  tableName: 'screening_provider',
  properties: {
    craid: p.text().primary(),
    name: p.text(),
    supportPhone: p.text(),
    supportEmail: p.text(),
    mailAddress: p.text(),
  },
});
export class ScreeningProvider extends ScreeningProviderSchema.class {}
ScreeningProviderSchema.setClass(ScreeningProvider);

const ScreeningPackageSchema = defineEntity({
  name: 'ScreeningPackage',
  tableName: 'screening_package',
  properties: {
    id: p.uuid().primary(),
    craid: p.text(),
    /** The provider's product code. */
    crapackageid: p.text(),
    packageDescrip: p.text(),
    fullPackageDescrip: p.text(),
    basePriceCents: p.integer(),
    renewalPriceCents: p.integer(),
    /** How long a score of this package is valid (doc2 §3, renewalfrequencyinyears). */
    renewalYears: p.integer(),
    /** `state=NY`: only for people who lived there; null: for everyone not excluded (doc2 §9). */
    selectionCriteria: p.text().nullable(),
    exclusionCriteria: p.text().nullable(),
    /** On sale. Of all versions with the same code, only the newest can be. */
    active: p.boolean().default(true),
    position: p.integer(),
    /** The number of the version, from 1 for each code of a provider. */
    version: p.integer().default(1),
    /** The account number at the provider (D102). */
    customerid: p.text().default(''),
    /** Whether it is offered first. */
    defaultPackage: p.boolean().default(false),
  },
});
export class ScreeningPackage extends ScreeningPackageSchema.class {}
ScreeningPackageSchema.setClass(ScreeningPackage);

/** The steps of a package's application in order (doc2 §2.9). */
const PackageStepSchema = defineEntity({
  name: 'PackageStep',
  tableName: 'package_step',
  properties: {
    packageId: p.uuid().primary(),
    position: p.integer().primary(),
    stepKey: p.text().$type<StepKey>(),
    pageType: p.text().$type<PageType>(),
    consentKind: p.text().$type<ConsentKind>().nullable(),
    /** Only for applicants who named one of these states, as `CA,NY`; empty for everyone. */
    states: p.text().default(''),
    title: p.text(),
  },
});
export class PackageStep extends PackageStepSchema.class {}
PackageStepSchema.setClass(PackageStep);

/** One immutable version of one document (D42). */
const ConsentDocumentSchema = defineEntity({
  name: 'ConsentDocument',
  tableName: 'consent_document',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<ConsentKind>(),
    /** For a notice; empty for any other document. */
    state: p.text().default(''),
    craid: p.text(),
    version: p.integer(),
    title: p.text(),
    /** HTML that contains only headings, paragraphs and lists. */
    body: p.text(),
    acknowledgementText: p.text().nullable(),
    requiresSignature: p.boolean(),
    /** SHA-256 in hex over `documentText` (steps/consents.ts). */
    contentHash: p.text(),
    inForceFrom: p.datetime(),
  },
});
export class ConsentDocument extends ConsentDocumentSchema.class {}
ConsentDocumentSchema.setClass(ConsentDocument);

/** A document that is being written; nobody sees it until it is published. */
const ConsentDraftSchema = defineEntity({
  name: 'ConsentDraft',
  tableName: 'consent_draft',
  properties: {
    craid: p.text().primary(),
    kind: p.text().$type<ConsentKind>().primary(),
    state: p.text().primary().default(''),
    title: p.text(),
    body: p.text(),
    acknowledgementText: p.text().nullable(),
    requiresSignature: p.boolean(),
    authorAccountId: p.uuid(),
    writtenAt: p.datetime(),
  },
});
export class ConsentDraft extends ConsentDraftSchema.class {}
ConsentDraftSchema.setClass(ConsentDraft);

const JurisdictionSchema = defineEntity({
  name: 'Jurisdiction',
  tableName: 'jurisdiction',
  properties: { abbr: p.text().primary(), description: p.text(), position: p.integer() },
});
export class Jurisdiction extends JurisdictionSchema.class {}
JurisdictionSchema.setClass(Jurisdiction);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof ScreeningProviderSchema
      | typeof ScreeningPackageSchema
      | typeof PackageStepSchema
      | typeof ConsentDocumentSchema
      | typeof ConsentDraftSchema
      | typeof JurisdictionSchema
    > {}
}
