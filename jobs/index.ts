import type { JobHandler, JobSchedule, Portal } from '#modules/platform/index.ts';
import { adminJobs, adminSchedules } from './admin.ts';
import { applicationsJobs, applicationsSchedules } from './applications.ts';
import { enterpriseJobs, enterpriseSchedules } from './enterprise.ts';
import { identityJobs, identitySchedules } from './identity.ts';
import { networkJobs, networkSchedules } from './network.ts';
import { platformJobs, platformSchedules } from './platform.ts';
import { purchasingJobs, purchasingSchedules } from './purchasing.ts';
import { sandboxJobs, sandboxSchedules } from './sandboxes.ts';

/** The handler of each job, one line per module. */
export const handlers: readonly JobHandler<Portal>[] = [
  ...platformJobs,
  ...identityJobs,
  ...enterpriseJobs,
  ...applicationsJobs,
  ...purchasingJobs,
  ...networkJobs,
  ...adminJobs,
  ...sandboxJobs,
];

/** Jobs that run on a schedule: sweeps, reminders, retention. */
export const schedules: readonly JobSchedule<Portal>[] = [
  ...platformSchedules,
  ...identitySchedules,
  ...enterpriseSchedules,
  ...applicationsSchedules,
  ...purchasingSchedules,
  ...networkSchedules,
  ...adminSchedules,
  ...sandboxSchedules,
];
