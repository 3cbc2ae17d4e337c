import { type DataSubject, type PersonalFile, readSealed, type Work } from '#modules/platform/index.ts';
import { openDocumentName } from './disputes/sealed.ts';
import { imageType } from './verification/sealing.ts';

/** The person's applications and reports as PDF, the images of their ID verifications, and the documents of their disputes. */
export async function listFiles(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  { accountId }: DataSubject,
): Promise<PersonalFile[]> {
  const applications = await db
    .selectFrom('application')
    .select(['id', 'file_key as key'])
    .where('account_id', '=', accountId)
    .where('file_key', 'is not', null)
    .execute();
  const reports = await db
    .selectFrom('score_change')
    .select(['id', 'report_key as key'])
    .where('account_id', '=', accountId)
    .execute();
  const packages = await db
    .selectFrom('manual_package')
    .innerJoin('application', 'application.id', 'manual_package.application_id')
    .select(['manual_package.id', 'manual_package.file_key as key'])
    .where('application.account_id', '=', accountId)
    .where('manual_package.file_key', 'is not', null)
    .execute();
  const fileOf =
    (kind: string) =>
    ({ id, key }: { id: string; key: string | null }) => ({
      name: `${kind}-${id.slice(-12)}.pdf`,
      read: () => readSealed(portal, key ?? ''),
    });
  const documents = await db
    .selectFrom('dispute_document')
    .select(['id', 'file_key', 'name'])
    .where('account_id', '=', accountId)
    .execute();
  const verifications = await db
    .selectFrom('id_verification')
    .select(['id', 'front_key', 'back_key', 'video_key'])
    .where('account_id', '=', accountId)
    .execute();
  const images = verifications.flatMap(({ id, front_key, back_key, video_key }) =>
    Object.entries({ front: front_key, back: back_key, selfie: video_key }).flatMap(([side, key]) =>
      key
        ? [
            {
              name: `id-${side}-${id.slice(-12)}.${imageType(key).split('/')[1]}`,
              read: () => readSealed(portal, key),
            },
          ]
        : [],
    ),
  );
  return [
    ...packages.map(fileOf('paper-application')),
    ...applications.map(fileOf('application')),
    ...reports.map(fileOf('report')),
    ...images,
    ...documents.map(({ id, file_key, name }) => ({
      name: `dispute-${id.slice(-12)}-${openDocumentName(portal, id, name)}`,
      read: () => readSealed(portal, file_key),
    })),
  ];
}
