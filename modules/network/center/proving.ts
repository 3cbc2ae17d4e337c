import { z } from 'zod';
import { approvalProofForm } from '#modules/applications/forms.ts';
import { proveByLink } from '#modules/applications/index.ts';
import { anyone, operation } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { centerThrottle, resolveCenterCode } from './codes.ts';
import { centerInput } from './listing.ts';

/**
 * Tries are limited for one link in its life, for one person over all of their links, and for one address over all
 * persons (D45, D127).
 */
export const provePendingInvites = operation({
  name: 'network.prove-pending-invites',
  summary:
    'Proves to be the person to whom a code was mailed, by date of birth and the last four digits of the SSN.',
  access: anyone,
  kind: 'staged',
  input: approvalProofForm.schema.extend(centerInput.shape),
  output: z.object({ proven: z.boolean() }),
  throttle: centerThrottle,
  async run(work, { invitecode, ...given }) {
    await proveByLink(
      work,
      'invite-center-link',
      given,
      () => resolveCenterCode(work, invitecode),
      (inside, { account_id }) =>
        inside.audit({
          action: networkAudit.inviteCenterProven,
          about: account_id,
          object: { type: 'account', id: account_id },
        }),
    );
    return { proven: true };
  },
});
