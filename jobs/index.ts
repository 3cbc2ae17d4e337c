import type { JobHandler, JobSchedule, Portal } from '#modules/platform/index.ts';
import { applicationsJobs } from './applications.ts';
import { identityJobs, identitySchedules } from './identity.ts';

/** What does each job, one line a module. */
export const handlers: readonly JobHandler<Portal>[] = [...identityJobs, ...applicationsJobs];

/** What is done again and again: sweeps, reminders, retention. */
export const schedules: readonly JobSchedule<Portal>[] = [...identitySchedules];
