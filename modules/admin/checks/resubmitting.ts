import { z } from 'zod';
import { submitAgain } from '#modules/applications/index.ts';
import { operation, staffOrTerminal } from '#modules/platform/index.ts';

/** @throws Refusal not-found if no order of the application waits to be sent */
export const resubmitApplication = operation({
  name: 'admin.resubmit-application',
  summary: 'Sends an application to the agency again, if the agency does not have it yet.',
  access: staffOrTerminal,
  kind: 'write',
  input: z.object({ applicationid: z.uuid() }),
  output: z.object({}),
  async run(work, { applicationid }) {
    await submitAgain(work, applicationid);
    return {};
  },
});
