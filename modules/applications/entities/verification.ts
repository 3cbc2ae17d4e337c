import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { idDocuments } from '../verification/port.ts';
import type { VerificationStatus } from '../verification/statuses.ts';

/** One run of an ID verification at the provider (doc3 §3). */
const IdVerificationSchema = defineEntity({
  name: 'IdVerification',
  tableName: 'id_verification',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    applicationId: p.uuid(),
    status: p.text().$type<VerificationStatus>().default('awaiting_input'),
    /** The person and the run at the provider, and `RunAccess` as JSON, encrypted; null until the provider answers. */
    applicantId: p.text().nullable(),
    workflowRunId: p.text().nullable(),
    hostedUrl: p.text().nullable(),
    startedAt: p.datetime(),
    statusAt: p.datetime(),
    decidedAt: p.datetime().nullable(),
    idDocument: p.text().$type<(typeof idDocuments)[number]>().nullable(),
    /** `VerificationResult` as JSON under the person's own key. */
    resultSealed: p.text().nullable(),
    detectedExpiration: p.boolean().default(false),
    detectedDob: p.boolean().default(false),
    /** yyyy-MM-dd: until when an approved verification counts. */
    verifiedUntil: p.date().nullable(),
    /** Whether it is the one that counts; at most one for each person. */
    activeVerification: p.boolean().default(false),
    frontKey: p.text().nullable(),
    backKey: p.text().nullable(),
    videoKey: p.text().nullable(),
    /** When the images are deleted; null while the verification is open. */
    imagesUntil: p.datetime().nullable(),
    /** When the provider was told to delete the person. */
    applicantDeletedAt: p.datetime().nullable(),
    /** The member of staff who decided, and their note under the person's own key. */
    decidedBy: p.uuid().nullable(),
    noteSealed: p.text().nullable(),
    sandbox: p.boolean(),
  },
});
export class IdVerification extends IdVerificationSchema.class {}
IdVerificationSchema.setClass(IdVerification);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof IdVerificationSchema> {}
}
