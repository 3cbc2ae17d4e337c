import { formatDuration, MINUTE } from '#modules/platform/browser.ts';
import type { StepData } from './step-data.ts';

type StepKey = StepData['steps'][number]['step_key'];
type OwnMinutes = Exclude<StepKey, `notice-${string}`>;

/** How many minutes each step takes: estimated from the length of its document and the number of its fields. */
const minutes: Record<OwnMinutes, number> = {
  esign: 1,
  disclosure: 1,
  authorization: 2,
  jurisdictions: 1,
  name: 2,
  address: 2,
  idverification: 3,
  submit: 1,
  manual: 5,
  review: 0,
};

const isNotice = (key: StepKey): key is Exclude<StepKey, OwnMinutes> => key.startsWith('notice-');

/** The notice of a state is as short as the disclosure. */
const minutesOf = (key: StepKey) => (isNotice(key) ? 1 : minutes[key]);

/** The time for all steps together, such as '10 minutes'. */
export const wholeApplication = formatDuration(
  Object.values(minutes).reduce((sum, each) => sum + each, 0) * MINUTE,
);

function inWords(count: number): string {
  return count === 1 ? 'About 1 minute' : `About ${count} minutes`;
}

/** The usual time for one step, in words; null for the last one, which asks for nothing. */
export function stepMinutes(key: StepKey): string | null {
  const own = minutesOf(key);
  return own > 0 ? inWords(own) : null;
}

/** The usual time for a step and all later steps that are not done, in words; null if nothing is left to do. */
export function minutesLeft({
  steps,
  workflowstep,
}: Pick<StepData, 'steps' | 'workflowstep'>): string | null {
  const rest = steps.filter(
    ({ esign_step_number: number, completed }) =>
      number === workflowstep || (number > workflowstep && !completed),
  );
  const left = rest.reduce((sum, step) => sum + minutesOf(step.step_key), 0);
  if (left === 0) return null;
  return rest.length === steps.length ? `${inWords(left)} in all` : `${inWords(left)} left`;
}
