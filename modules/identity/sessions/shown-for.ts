import { type Caller, type KeyRing, sameSecret } from '#modules/platform/index.ts';

/** Whom a page was shown for (D112). */
export interface ShownFor {
  accountId: string;
  /** The company in whose team the person was. */
  companyId: string | null;
}

/** Ids of 16 bytes each, in base64url. */
const body = /^[\w-]{22}(?:[\w-]{21})?$/;
const proofLength = 16;
const PURPOSE = 'shown-for';

/**
 * What each form of a page carries to say whom the page was shown for, signed, so that only a page of the portal can
 * name an account. It is no secret and gives no access.
 */
export function shownForMark(keys: KeyRing, { accountId, companyId }: ShownFor): string {
  const ids = `${accountId}${companyId ?? ''}`.replaceAll('-', '');
  const named = Buffer.from(ids, 'hex').toString('base64url');
  return `${named}.${keys.mac(PURPOSE, named).slice(0, proofLength)}`;
}

/** @returns null for a mark that no page of the portal has */
export function readShownFor(keys: KeyRing, mark: string): ShownFor | null {
  const [named = '', proof = '', ...rest] = mark.split('.');
  if (!body.test(named) || proof.length !== proofLength || rest.length > 0) return null;
  const proofs = keys.macs(PURPOSE, named).map((mac) => mac.slice(0, proofLength));
  if (!proofs.some((own) => sameSecret(own, proof))) return null;
  const ids = Buffer.from(named, 'base64url').toString('hex');
  return { accountId: uuidOf(ids.slice(0, 32)), companyId: ids.length > 32 ? uuidOf(ids.slice(32)) : null };
}

export function isShownFor({ accountId, companyId }: ShownFor, caller: Caller): boolean {
  return accountId === caller.accountId && companyId === caller.companyId;
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
