import type { getApplicationSteps } from '#modules/applications/index.ts';

/** What a page of the steps is given. */
export type StepData = Awaited<ReturnType<typeof getApplicationSteps.run>>;
