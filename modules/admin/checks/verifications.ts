import { z } from 'zod';
import {
  decideVerification,
  imageType,
  linkImages,
  openVerificationTexts,
  readImage,
  staffStatus,
  verificationResult,
  verificationsOf,
} from '#modules/applications/index.ts';
import {
  freeText,
  operation,
  type RowOfStatement,
  schemaOf,
  staff,
  temporaryFile,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { idReviewFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { getSubject, userId } from '../user/subject.ts';

/** The ID verifications of a person's record, and the review by staff (doc3 §3, D74, D75). */

const resultShape = verificationResult.shape;

export const verificationAnswer = z.object({
  id: z.uuid(),
  dts: z.date(),
  /** PENDING, APPROVED, REVIEW, REJECTED, CLEARIDACTION or ABANDONED. */
  status: z.string(),
  id_document: resultShape.id_document,
  active_verification: yesNo,
  firstname: z.string().nullable(),
  middlename: z.string().nullable(),
  lastname: z.string().nullable(),
  dob: z.string().nullable(),
  detected_expire_date: z.string().nullable(),
  detected_dob: z.string().nullable(),
  verified_until: z.string().nullable(),
  documents: z.object({ front: resultShape.front, back: resultShape.back }),
  results: resultShape.results.nullable(),
  reasons: resultShape.reasons,
  has_images: yesNo,
  /** The video; its address is answered by /admin/idverificationdocuments, which is audited. */
  selfiemotion: z.object({ url: z.string().nullable(), file_type: z.string() }).nullable(),
  manual_approval: z
    .object({
      adminid: z.uuid(),
      adminname: z.string(),
      adminemailaddress: z.string(),
      dts: z.date().nullable(),
      /** Null once the person has been erased. */
      note: z.string().nullable(),
    })
    .nullable(),
  workflow_run_id: z.string().nullable(),
  applicationid: z.uuid(),
  sandbox: yesNo,
});
export type VerificationAnswer = z.output<typeof verificationAnswer>;

/** A person's verifications with their texts. */
export async function presentVerifications(
  work: Pick<Work, 'db' | 'portal'>,
  rows: readonly RowOfStatement<typeof verificationsOf>[],
): Promise<VerificationAnswer[]> {
  const texts = await openVerificationTexts(work, rows);
  return rows.map((row) => {
    const { result = null, note = null } = texts.get(row.id) ?? {};
    const [front, back] = [result?.front ?? null, result?.back ?? null];
    return {
      id: row.id,
      dts: row.dts,
      status: staffStatus(row.status),
      id_document: row.id_document,
      active_verification: row.active_verification,
      firstname: front?.first_name ?? back?.first_name ?? null,
      middlename: front?.middle_name ?? back?.middle_name ?? null,
      lastname: front?.last_name ?? back?.last_name ?? null,
      dob: front?.date_of_birth ?? back?.date_of_birth ?? result?.manual?.dob ?? null,
      detected_expire_date: front?.expire_date ?? back?.expire_date ?? null,
      detected_dob: front?.date_of_birth ?? back?.date_of_birth ?? null,
      verified_until: row.verified_until,
      documents: { front, back },
      results: result?.results ?? null,
      reasons: result?.reasons ?? [],
      has_images: row.has_front || row.has_back || row.has_video,
      selfiemotion: row.video_key === null ? null : { url: null, file_type: imageType(row.video_key) },
      manual_approval: row.adminid
        ? {
            adminid: row.adminid,
            adminname: row.adminname ?? '',
            adminemailaddress: row.adminemailaddress ?? '',
            dts: row.decided_at,
            note,
          }
        : null,
      workflow_run_id: row.workflow_run_id,
      applicationid: row.application_id,
      sandbox: row.sandbox,
    };
  });
}

export const listIdVerifications = operation({
  name: 'admin.list-id-verifications',
  summary: "A person's ID verifications, newest first, with what was read from the documents.",
  access: staff,
  kind: 'read',
  mayLag: true,
  input: userId,
  output: z.object({ verifications: z.array(verificationAnswer) }),
  async run(work, { userid }) {
    await getSubject(work, userid);
    return { verifications: await presentVerifications(work, await work.rows(verificationsOf(userid))) };
  },
});

const runOf = userId.extend({ workflow_run_id: z.string().min(1).max(120) });

const image = z.object({ url: z.string(), file_type: z.string() }).nullable();

export const getIdVerificationDocuments = operation({
  name: 'admin.get-id-verification-documents',
  summary:
    'Addresses of the images of an ID verification, for the caller alone and five minutes. It is audited.',
  access: staff,
  kind: 'write',
  input: runOf,
  output: z.object({ front: image, back: image, selfiemotion: image }),
  async run(work, { userid, workflow_run_id: workflowRunId }) {
    const links = await linkImages(work, { accountId: userid, workflowRunId });
    const present = (link: (typeof links)['front']) => link && { url: link.url, file_type: link.type };
    return {
      front: present(links.front),
      back: present(links.back),
      selfiemotion: present(links.selfiemotion),
    };
  },
});

export const readIdImage = operation({
  name: 'admin.read-id-image',
  summary: 'An image of an ID verification behind its signed address.',
  access: staff,
  kind: 'read',
  input: z.object({ token: z.string().max(600) }),
  output: z.object({ file: temporaryFile, type: z.string() }),
  run: (work, { token }) => readImage(work, token),
});

/** One verification next to what the applicant entered. */
export const getIdVerification = operation({
  name: 'admin.get-id-verification',
  summary: 'One ID verification beside the name, date of birth and address that the applicant entered.',
  access: staff,
  kind: 'read',
  input: runOf,
  output: z.object({
    verification: verificationAnswer,
    entered: z.object({
      name: z.string(),
      firstname: z.string(),
      middlename: z.string(),
      lastname: z.string(),
      dateofbirth: z.string().nullable(),
      address: z.string(),
    }),
  }),
  async run(work, { userid, workflow_run_id }) {
    const person = await getSubject(work, userid);
    const rows = await work.rows(verificationsOf(userid));
    const found = rows.filter((row) => row.workflow_run_id === workflow_run_id || row.id === workflow_run_id);
    const [verification] = await presentVerifications(work, found);
    if (!verification) throw new Refusal('not-found', { detail: 'verification' });
    const { firstname, middlename, lastname, dateofbirth } = person;
    const street = [person.address1, person.address2].filter(Boolean).join(', ');
    return {
      verification,
      entered: {
        name: [firstname, middlename, lastname, person.namesuffix].filter(Boolean).join(' '),
        firstname,
        middlename,
        lastname,
        dateofbirth,
        address: street ? `${street}, ${person.city}, ${person.state} ${person.postalcode}` : '',
      },
    };
  },
});

export const completeIdVerification = operation({
  name: 'admin.complete-id-verification',
  summary: 'Approves or rejects an ID verification that waits for staff.',
  access: staff,
  kind: 'write',
  input: runOf.extend({
    approval_note: freeText(4000),
    approve_verification: z.enum(['YES', 'NO']),
    manual_verification_expiration: schemaOf(idReviewFields.manual_verification_expiration),
    manual_verification_dob: schemaOf(idReviewFields.manual_verification_dob),
  }),
  output: z.object({ success: yesNo }),
  async run(work, input) {
    await decideVerification(work, {
      accountId: input.userid,
      workflowRunId: input.workflow_run_id,
      approve: input.approve_verification === 'YES',
      note: input.approval_note.trim(),
      expiration: input.manual_verification_expiration || null,
      dateofbirth: input.manual_verification_dob || null,
    });
    return { success: true };
  },
});
