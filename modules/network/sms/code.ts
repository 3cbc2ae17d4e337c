import type { KeyRing } from '#modules/platform/index.ts';
import { networkLimits } from '../limits.ts';

const DIGITS = networkLimits['sms.digits'];

/** Identifies one code of an invitation: `sending` numbers them. */
interface Sending {
  id: string;
  sending: number;
}

/** The code. It is derived with the signing key, so that a job that runs twice sends the same code both times (D12). */
export function deriveSmsCode(keys: KeyRing, { id, sending }: Sending): string {
  const bytes = Buffer.from(keys.mac('network.sms-code', `${id}:${sending}`), 'base64url');
  return String(bytes.readBigUInt64BE() % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0');
}

export function hashSmsCode(keys: KeyRing, { id, sending }: Sending, code: string): string {
  return keys.lookupHash('network.sms-code', `${id}:${sending}:${code}`);
}
