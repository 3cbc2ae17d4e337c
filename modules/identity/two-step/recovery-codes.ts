import { z } from 'zod';
import { HOUR, inputOf, operation, person, SECOND, signedIn } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { proofFields, recoveryCodeFields } from '../fields.ts';
import { identityLimits, identityTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { recordChange, takeSnapshot } from '../security-changes/recording.ts';
import { holdSession } from '../sessions/sessions.ts';
import { requireProof } from './proof.ts';
import { countRecoveryCodes, hashRecoveryCode, replaceRecoveryCodes } from './recovery-code-set.ts';
import { passSecondStep } from './verifying.ts';

export const getRecoveryCodes = operation({
  name: 'identity.get-recovery-codes',
  summary: 'How many recovery codes are left.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({ left: z.number().nullable() }),
  run: async (work) => ({ left: await countRecoveryCodes(work, work.caller.accountId) }),
});

export const makeRecoveryCodes = operation({
  name: 'identity.make-recovery-codes',
  summary: 'Creates ten new recovery codes and shows them once.',
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(proofFields),
  output: z.object({ codes: z.array(z.string()) }),
  throttle: { by: 'account', limit: 20, per: HOUR },
  async run(work, { currentpassword }) {
    await requireProof(work, currentpassword);
    const { accountId, sessionId } = work.caller;
    const codes = await work.apart(async (inside) => {
      await holdSession(inside, { accountId, sessionId });
      const before = await takeSnapshot(inside, accountId);
      const made = await replaceRecoveryCodes(inside, accountId);
      await inside.audit({ action: identityAudit.recoveryCodesMade, about: accountId });
      await recordChange(inside, before, 'codes-made');
      return made;
    });
    return { codes };
  },
});

/** Wrong codes for an account; further tries are refused for a while. */
const wrongCodes = { limit: identityLimits['code.tries-count'], per: identityTimings['login.lock'] };

/** The second step with a recovery code, which is used up by it. Each try counts before the code is looked up. */
export const useRecoveryCode = operation({
  name: 'identity.use-recovery-code',
  summary: 'Completes the second step with a recovery code.',
  access: signedIn,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(recoveryCodeFields),
  output: z.object({ left: z.number() }),
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { recoverycode }) {
    const { accountId, twoStepDone } = work.caller;
    if (twoStepDone) return { left: (await countRecoveryCodes(work, accountId)) ?? 0 };
    const { throttles } = work.portal;
    const key = `identity.recovery-code:${accountId}`;
    const { allowed, retryAfter } = await throttles.hit(key, wrongCodes);
    if (!allowed) throw new Refusal('throttled', { retryAfter: Math.ceil(retryAfter / SECOND) });
    const codeHash = hashRecoveryCode(work, accountId, recoverycode);
    let left = 0;
    await passSecondStep(work, {
      remember: false,
      async use(inside) {
        const before = await takeSnapshot(inside, accountId);
        const used = await inside.db
          .updateTable('recovery_code')
          .set({ used_at: inside.now })
          .where('account_id', '=', accountId)
          .where('code_hash', '=', codeHash)
          .where('used_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (!used) throw new Refusal('identity.code-mismatch', { field: 'recoverycode' });
        left = (await countRecoveryCodes(inside, accountId)) ?? 0;
        await inside.audit({
          action: identityAudit.recoveryCodeUsed,
          about: accountId,
          detail: { left },
        });
        await recordChange(inside, before, 'code-used');
      },
    });
    await throttles.clear(key);
    return { left };
  },
});
