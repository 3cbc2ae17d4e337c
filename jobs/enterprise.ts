import { deliverSupportRequest, sendSupportRequest } from '#modules/enterprise/index.ts';
import { handle } from '#modules/platform/index.ts';

export const enterpriseJobs = [
  handle(sendSupportRequest, (portal, { requestId }, run) =>
    deliverSupportRequest(portal, requestId, run.id),
  ),
];
