import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

/** How a paper package came. */
export const packageWays = ['upload', 'post', 'email', 'courier', 'in-person'] as const;
export type PackageWay = (typeof packageWays)[number];

export type PackageOutcome = 'approved' | 'rejected' | 'switched' | 'canceled';

/** In the portal, or by a copy of the ID in the package, which staff compared (D118). */
export type IdentityProof = 'verified' | 'copy';

/** An application that is signed on paper: from the choice to the decision. An application has at most one open one. */
const ManualPackageSchema = defineEntity({
  name: 'ManualPackage',
  tableName: 'manual_package',
  properties: {
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    requestedAt: p.datetime(),
    /** When the applicant last downloaded the application to sign. */
    downloadedAt: p.datetime().nullable(),
    remindedAt: p.datetime().nullable(),
    alertedAt: p.datetime().nullable(),
    receivedAt: p.datetime().nullable(),
    receivedBy: p.text().$type<PackageWay>().nullable(),
    /** The admin who took in a package that was not uploaded. */
    takenByAccountId: p.uuid().nullable(),
    /** The sealed PDF in the storage, and its SHA-256 in hex. */
    fileKey: p.text().nullable(),
    fileHash: p.text().nullable(),
    fileBytes: p.integer().nullable(),
    filePages: p.integer().nullable(),
    signaturesDetected: p.integer().nullable(),
    closedAt: p.datetime().nullable(),
    outcome: p.text().$type<PackageOutcome>().nullable(),
    /** How an approved package proves the identity; null if the check does not ask for it, and before D118. */
    identityProof: p.text().$type<IdentityProof>().nullable(),
    decidedByAccountId: p.uuid().nullable(),
    /** Encrypted under the applicant's key. */
    reasonSealed: p.text().nullable(),
  },
});
export class ManualPackage extends ManualPackageSchema.class {}
ManualPackageSchema.setClass(ManualPackage);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof ManualPackageSchema> {}
}
