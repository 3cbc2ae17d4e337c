import {
  keepSealed,
  openForPeople,
  type Portal,
  sealedColumn,
  sealedFiles,
  sealForPerson,
  type Work,
} from '#modules/platform/index.ts';
import {
  type RunAccess,
  runAccess,
  type VerificationImages,
  type VerificationResult,
  verificationResult,
} from './port.ts';

/**
 * Everything that a verification knows about a person is stored encrypted: texts under the person's own key, images
 * under the key ring.
 */

const accessAt = sealedColumn({ table: 'id_verification', column: 'hosted_url' });
for (const column of ['front_key', 'back_key', 'video_key'])
  sealedFiles({ table: 'id_verification', column });

/** Binds each text to its verification. */
export const aadOf = {
  result: (id: string) => `id_verification.result:${id}`,
  note: (id: string) => `id_verification.note:${id}`,
};

export const sealAccess = ({ keys }: Pick<Portal, 'keys'>, id: string, access: RunAccess): string =>
  keys.encrypt(JSON.stringify(access), accessAt(id));

export const openAccess = ({ keys }: Pick<Portal, 'keys'>, id: string, sealed: string): RunAccess =>
  runAccess.parse(JSON.parse(keys.decrypt(sealed, accessAt(id))));

type Row = { id: string; accountId: string };

/** @returns null once the person has been erased */
export function sealText(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  { id, accountId }: Row,
  part: keyof typeof aadOf,
  text: string,
): Promise<string | null> {
  return sealForPerson(work.db, work.portal.keys, accountId, text, aadOf[part](id), work.now);
}

export interface OpenedTexts {
  result: VerificationResult | null;
  note: string | null;
}

/** The texts of verifications by id; null for those that do not exist or were erased. */
export async function openTexts(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  rows: readonly {
    id: string;
    account_id: string;
    result_sealed: string | null;
    note_sealed: string | null;
  }[],
): Promise<Map<string, OpenedTexts>> {
  const values = rows.flatMap((row) =>
    (['result', 'note'] as const).flatMap((part) => {
      const sealed = row[`${part}_sealed`];
      if (!sealed) return [];
      return [{ id: `${part}:${row.id}`, personId: row.account_id, sealed, aad: aadOf[part](row.id) }];
    }),
  );
  const texts = await openForPeople(db, portal.keys, values);
  return new Map(
    rows.map(({ id }) => {
      const result = texts.get(`result:${id}`);
      return [
        id,
        {
          result: result ? verificationResult.parse(JSON.parse(result)) : null,
          note: texts.get(`note:${id}`) ?? null,
        },
      ];
    }),
  );
}

/** Media types of images that are shown to staff; a file of any other type can only be saved. */
const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/** The media type of a stored image, by its key. */
export function imageType(key: string): string {
  const extension = /\.(\w+)\.sealed$/.exec(key)?.[1];
  return Object.keys(extensions).find((type) => extensions[type] === extension) ?? 'application/octet-stream';
}

export type ImageKeys = Record<'frontKey' | 'backKey' | 'videoKey', string | null>;

/** Puts the images into the storage, encrypted; a second call overwrites the first. */
export async function keepImages(portal: Portal, id: string, images: VerificationImages): Promise<ImageKeys> {
  const keep = async (name: string, image: VerificationImages['front']) => {
    if (!image) return null;
    const key = `verifications/${id}/${name}.${extensions[image.type] ?? 'bin'}.sealed`;
    await keepSealed(portal, key, image.bytes);
    return key;
  };
  return {
    frontKey: await keep('front', images.front),
    backKey: await keep('back', images.back),
    videoKey: await keep('selfiemotion', images.selfiemotion),
  };
}
