import { randomBytes } from 'node:crypto';
import {
  type Caller,
  keptFiles,
  type Portal,
  readFile,
  StoredFileMissing,
  storeReferred,
  type TemporaryFile,
  takeUpload,
  UPLOADS,
  unopened,
  type Work,
} from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { logoBytes } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import type { Brand } from './brand.ts';

const FOLDER = 'logos/';
keptFiles(FOLDER);

/** Four times the size in which the header shows a logo, for sharp screens. */
const box = { width: 960, height: 128 };

const unaccepted = {
  ...unopened,
  unreadable: 'enterprise.logo-not-an-image',
  encrypted: 'enterprise.logo-not-an-image',
} as const;

/** The owner of the logo: a company's id, or null for the portal's own. */
type LogoOwner = string | null;

/**
 * Makes a picture the logo of a company or of the portal. Each has a file of its own under a random name, so that
 * browsers and mail programs may cache it forever; previous logos are kept, because sent mails show them.
 * @param work outside a transaction, because the picture is encoded and stored before one begins
 * @returns the path that is stored in the brand
 * @throws Refusal enterprise.logo-too-large, enterprise.logo-not-an-image, not-found
 */
export async function changeLogo(
  work: Work<Caller>,
  owner: LogoOwner,
  image: TemporaryFile,
): Promise<string> {
  if (image.bytes > logoBytes) throw new Refusal('enterprise.logo-too-large', { field: 'logo' });
  const read = await readFile(work.caller.accountId, { name: 'logo', ...box }, image);
  if (read.outcome !== 'read') throw new Refusal(unaccepted[read.outcome], { field: 'logo' });
  if (!read.made) throw new Error('A logo is always encoded again');
  await using png = read.made;
  const path = `${FOLDER}${randomBytes(20).toString('hex')}.png`;
  await storeReferred(work, { key: path, body: png, contentType: 'image/png' }, (inside) =>
    keepLogo(inside, owner, path),
  );
  return path;
}

/**
 * From now on the name is shown instead of a logo.
 * @throws Refusal not-found
 */
export function removeLogo(work: Work, owner: LogoOwner): Promise<void> {
  return keepLogo(work, owner, '');
}

/** From now on another logo is shown, or none. */
async function keepLogo(work: Work, owner: LogoOwner, path: string): Promise<void> {
  const row = { branding_logo_path: path, updated_at: work.now };
  const changed =
    owner === null
      ? await work.db.updateTable('portal_brand').set(row).returning('company_name').executeTakeFirst()
      : await work.db
          .updateTable('company')
          .set(row)
          .where('id', '=', owner)
          .returning('company_name')
          .executeTakeFirst();
  if (!changed) throw new Refusal('not-found', { detail: 'no brand to keep a logo in' });
  await work.audit({
    action: enterpriseAudit.logoChanged,
    ...(owner === null ? {} : { object: { type: 'company', id: owner } }),
    detail: { name: changed.company_name, removed: path === '' },
  });
}

/** Where a browser puts a company's new logo before it is checked. */
export const incomingLogo = (companyId: string) => `${UPLOADS}logos/${companyId}`;

/**
 * Makes an uploaded file the logo.
 * @param uploadstatus the status with which the upload ended
 * @throws Refusal as `changeLogo`; invalid-input if the upload failed, not-found if nothing was uploaded
 */
export async function takeIncomingLogo(
  work: Work<Caller>,
  companyId: string,
  uploadstatus: number,
): Promise<string> {
  await using image = await takeUpload(work.portal, {
    key: incomingLogo(companyId),
    uploadstatus,
    most: logoBytes,
    tooLarge: () => new Refusal('enterprise.logo-too-large'),
  });
  return await changeLogo(work, companyId, image);
}

const fileName = /^[0-9a-f]{40}\.png$/;

/**
 * A stored logo, which anybody may see.
 * @param name the part of the address after /images/logos/
 * @returns null for a name that no logo has
 */
export async function findLogo({ storage }: Pick<Portal, 'storage'>, name: string) {
  if (!fileName.test(name)) return null;
  try {
    return await storage.get(`${FOLDER}${name}`);
  } catch (error) {
    if (error instanceof StoredFileMissing) return null;
    throw error;
  }
}

const logoPrefix = '/images/logos/';

/** The logo that was uploaded for a brand, for documents; null if the brand has none. */
export async function readLogo(
  portal: Pick<Portal, 'storage'>,
  { branding_logo_path: path }: Pick<Brand, 'branding_logo_path'>,
): Promise<Buffer | null> {
  const logo = path.startsWith(logoPrefix) ? await findLogo(portal, path.slice(logoPrefix.length)) : null;
  return logo && Buffer.concat(await logo.body.toArray());
}
