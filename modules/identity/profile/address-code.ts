import type { Caller, Work } from '#modules/platform/index.ts';
import { liveCodes, requestCode, resendWait, tryCode, useCode } from '../codes.ts';

/**
 * Proves that a signed-in person reads the mail of an address that is not their account's, for example the one that an
 * invitation was sent to (D115). The account keeps its own address.
 */

const purpose = 'invitation';

type Asking = Pick<Work<Caller>, 'db' | 'now' | 'caller'>;

/**
 * @returns whether a code was sent to the address and not used yet, and in how many milliseconds another one may be
 * requested
 */
export async function findAddressCode(
  work: Asking,
  address: string,
): Promise<{ sent: boolean; wait: number }> {
  const { accountId } = work.caller;
  const live = await liveCodes(work, accountId, purpose)
    .select('id')
    .where('destination', '=', address)
    .executeTakeFirst();
  return { sent: live !== undefined, wait: await resendWait(work, accountId, purpose, address) };
}

/** @throws Refusal identity.code-resend-locked */
export function requestAddressCode(work: Work<Caller>, address: string): Promise<void> {
  const { accountId } = work.caller;
  return requestCode(work, { accountId, purpose, channel: 'EMAIL', destination: address });
}

/** Call it before the transaction that uses the code. @returns the code's id @throws Refusal as `tryCode` */
export function tryAddressCode(work: Work<Caller>, address: string, code: string): Promise<string> {
  return tryCode(work, work.caller.accountId, purpose, code, address);
}

/** @throws Refusal identity.code-void if it was used at the same time */
export const useAddressCode = (work: Pick<Work, 'db' | 'now'>, codeId: string) => useCode(work, codeId);
