import { type Access, actors, type Caller, signedIn } from '#modules/platform/index.ts';
import { Refusal } from './refusals.ts';

/**
 * A session with no second step due. It also admits people during the steps of registration, before their address is
 * verified (D11).
 */
export const secondStepDone: Access<Caller> = {
  name: 'secondStepDone',
  admits: actors.filter((actor) => !['anonymous', 'two-step-pending', 'staff-password-only'].includes(actor)),
  admit(caller) {
    const session = signedIn.admit(caller);
    if (!session.twoStepDone) throw new Refusal('two-step-needed');
    return session;
  },
};
