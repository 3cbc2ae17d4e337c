import { z } from 'zod';
import {
  HOUR,
  inputOf,
  operation,
  type Portal,
  type ProviderName,
  probeProvider,
  staff,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { providerFields } from '../fields.ts';
import { testProviderJob } from '../jobs.ts';

/** Asks an outside service soon, in a worker. Its status shows the answer. */
export const testProvider = operation({
  name: 'admin.test-provider',
  summary: 'Asks an outside service for an answer, without changing anything there.',
  access: staff,
  kind: 'write',
  throttle: { by: 'account', limit: 60, per: HOUR },
  input: inputOf(providerFields),
  output: z.object({}),
  async run(work, { provider }) {
    await work.audit({ action: adminAudit.providerTested, detail: { provider } });
    await work.enqueue(testProviderJob, { provider });
    return {};
  },
});

/** A service that does not answer is no failure of the job: its status says it. */
export async function askProvider(portal: Portal, provider: ProviderName): Promise<void> {
  try {
    await probeProvider(portal, provider);
  } catch (error) {
    portal.log.warn({ err: error, provider }, 'An outside service did not answer a test');
  }
}
