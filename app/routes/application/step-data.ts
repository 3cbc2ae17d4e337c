import type { getApplicationSteps } from '#modules/applications/index.ts';

export type StepData = Awaited<ReturnType<typeof getApplicationSteps.run>>;

/** The applicant's details, on the steps that ask for them. */
export type ProfileData = NonNullable<StepData['profile']>;
