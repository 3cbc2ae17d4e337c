import {
  type Caller,
  column,
  MINUTE,
  openSealedFile,
  sql,
  statement,
  type TemporaryFile,
  type Work,
} from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { idDocuments } from './port.ts';
import { imageType, type OpenedTexts, openTexts } from './sealing.ts';
import { verificationStatuses } from './statuses.ts';

/** A person's verifications as staff see them, and their images (doc3 §3). */

/** More than anyone has. */
const MOST = 100;

/** Newest first, with their texts still encrypted. */
export const verificationsOf = statement({
  name: 'applications.list-verifications',
  row: {
    id: column.uuid,
    account_id: column.uuid,
    application_id: column.uuid,
    status: column.oneOf(verificationStatuses),
    workflow_run_id: column.text.nullable(),
    dts: column.instant,
    decided_at: column.instant.nullable(),
    id_document: column.oneOf(idDocuments).nullable(),
    active_verification: column.boolean,
    verified_until: column.date.nullable(),
    detected_expiration: column.boolean,
    detected_dob: column.boolean,
    result_sealed: column.text.nullable(),
    note_sealed: column.text.nullable(),
    has_front: column.boolean,
    has_back: column.boolean,
    has_video: column.boolean,
    video_key: column.text.nullable(),
    sandbox: column.boolean,
    adminid: column.uuid.nullable(),
    adminname: column.text.nullable(),
    adminemailaddress: column.text.nullable(),
  },
  sql: (accountId: string) => sql`
    select verification.id, verification.account_id, verification.application_id, verification.status,
      verification.workflow_run_id, verification.started_at as dts, verification.decided_at, verification.id_document,
      verification.active_verification, verification.verified_until, verification.detected_expiration,
      verification.detected_dob, verification.result_sealed, verification.note_sealed,
      verification.front_key is not null as has_front, verification.back_key is not null as has_back,
      verification.video_key is not null as has_video, verification.video_key,
      verification.sandbox,
      admin.id as adminid, admin.firstname || ' ' || admin.lastname as adminname,
      admin.emailaddress as adminemailaddress
    from id_verification verification
    left join account admin on admin.id = verification.decided_by
    where verification.account_id = ${accountId}
    order by verification.started_at desc, verification.id desc
    limit ${MOST}`,
});

export const openVerificationTexts = (
  work: Pick<Work, 'db' | 'portal'>,
  rows: Parameters<typeof openTexts>[1],
): Promise<Map<string, OpenedTexts>> => openTexts(work, rows);

const PURPOSE = 'id-image';
const LIFE = 5 * MINUTE;

export const imageSides = ['front', 'back', 'selfiemotion'] as const;
export type ImageSide = (typeof imageSides)[number];

const keyOf = { front: 'front_key', back: 'back_key', selfiemotion: 'video_key' } as const;

export type ImageLinks = Record<ImageSide, { url: string; type: string } | null>;

/**
 * Addresses of the images, for one member of staff and for five minutes; each request is audited (D75).
 * @throws Refusal not-found for somebody else's run
 */
export async function linkImages(
  work: Work<Caller>,
  { accountId, workflowRunId }: { accountId: string; workflowRunId: string },
): Promise<ImageLinks> {
  const row = await work.db
    .selectFrom('id_verification')
    .select(['id', 'front_key', 'back_key', 'video_key'])
    .where('workflow_run_id', '=', workflowRunId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found', { detail: 'verification' });
  await work.audit({
    action: applicationsAudit.verificationImagesSeen,
    about: accountId,
    object: { type: 'id_verification', id: row.id },
  });
  const expiresAt = new Date(work.now.getTime() + LIFE);
  const link = (side: ImageSide) => {
    const key = row[keyOf[side]];
    if (!key) return null;
    const token = work.portal.keys.sign(PURPOSE, `${row.id} ${side} ${work.caller.accountId}`, expiresAt);
    return { url: `/admin/idimage/${token}`, type: imageType(key) };
  };
  return { front: link('front'), back: link('back'), selfiemotion: link('selfiemotion') };
}

/**
 * The image behind a signed address, only for the member of staff whom it was signed for. The caller closes the file.
 * @throws Refusal not-found
 */
export async function readImage(
  work: Work<Caller>,
  token: string,
): Promise<{ file: TemporaryFile; type: string }> {
  const [id = '', side, reader] = (work.portal.keys.unsign(PURPOSE, token, work.now) ?? '').split(' ');
  const known = imageSides.find((each) => each === side);
  if (!known || reader !== work.caller.accountId) throw new Refusal('not-found', { detail: 'image address' });
  const row = await work.db
    .selectFrom('id_verification')
    .select(['front_key', 'back_key', 'video_key'])
    .where('id', '=', id)
    .executeTakeFirst();
  const key = row?.[keyOf[known]];
  if (!key) throw new Refusal('not-found', { detail: 'image deleted' });
  return { file: await openSealedFile(work.portal, key), type: imageType(key) };
}
