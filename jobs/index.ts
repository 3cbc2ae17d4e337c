import type { JobHandler, JobSchedule, Portal } from '#modules/platform/index.ts';

/** What does each job, one line a module. */
export const handlers: readonly JobHandler<Portal>[] = [];

/** What is done again and again: sweeps, reminders, retention. */
export const schedules: readonly JobSchedule<Portal>[] = [];
