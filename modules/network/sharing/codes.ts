import { sealedColumn, type Work } from '#modules/platform/index.ts';

/** The codes of share links: 128 bits, encrypted for their owner and found by their HMAC (D22). */

const sealedAt = sealedColumn({ table: 'share_link', column: 'code_sealed' });

export const sealShareCode = (work: Pick<Work, 'portal'>, id: string, code: string): string =>
  work.portal.keys.encrypt(code, sealedAt(id));

/** Show the code only to the owner, and in the mail to the address that the owner named. */
export const openShareCode = (work: Pick<Work, 'portal'>, id: string, sealed: string): string =>
  work.portal.keys.decrypt(sealed, sealedAt(id));

/** The purpose of the lookup hash of a code. */
export const SHARE_CODE = 'share-link.code';

export const hashShareCode = (work: Pick<Work, 'portal'>, code: string): string =>
  work.portal.keys.lookupHash(SHARE_CODE, code);
