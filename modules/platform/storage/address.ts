import type { KeyRing } from '../crypto/key-ring.ts';
import { checkKey } from './storage.ts';

/** What a signed URL of the folder storage allows. */
export type Grant =
  | { method: 'GET'; key: string; disposition: string }
  | { method: 'PUT'; key: string; most: number; bytes: number | null; contentType: string | null };

const PURPOSE = 'storage.address';
const ROOT = '/files/';

/** The path and query of a URL that allows this until it expires. */
export function signAddress(keys: KeyRing, grant: Grant, expiresAt: Date): string {
  const query = new URLSearchParams({ expires: String(expiresAt.getTime()) });
  if (grant.method === 'GET') query.set('disposition', grant.disposition);
  else {
    query.set('most', String(grant.most));
    if (grant.bytes !== null) query.set('bytes', String(grant.bytes));
    if (grant.contentType !== null) query.set('type', grant.contentType);
  }
  query.set('signature', keys.mac(PURPOSE, textOf(grant, expiresAt.getTime())));
  return `${ROOT}${grant.key}?${query}`;
}

/** What the URL allows; null if it is altered, expired or not signed by this portal. */
export function openAddress(keys: KeyRing, address: string, now: Date): Grant | null {
  const url = URL.parse(address, 'http://local');
  if (!url?.pathname.startsWith(ROOT)) return null;
  const key = url.pathname.slice(ROOT.length);
  const expires = Number(url.searchParams.get('expires'));
  const disposition = url.searchParams.get('disposition');
  const bytes = url.searchParams.get('bytes');
  const grant: Grant =
    disposition === null
      ? {
          method: 'PUT',
          key,
          most: Number(url.searchParams.get('most')),
          bytes: bytes === null ? null : Number(bytes),
          contentType: url.searchParams.get('type'),
        }
      : { method: 'GET', key, disposition };
  if (!keys.isMac(PURPOSE, textOf(grant, expires), url.searchParams.get('signature') ?? '')) return null;
  if (!(expires > now.getTime())) return null;
  checkKey(key);
  return grant;
}

function textOf(grant: Grant, expires: number): string {
  const what = grant.method === 'GET' ? [grant.disposition] : [grant.most, grant.bytes, grant.contentType];
  return JSON.stringify([grant.method, grant.key, expires, ...what]);
}
