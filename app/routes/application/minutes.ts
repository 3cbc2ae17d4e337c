import { stepMinutes as minutes } from '#modules/applications/limits.ts';
import { formatDuration, MINUTE } from '#modules/platform/browser.ts';
import type { StepData } from './step-data.ts';

type StepKey = StepData['steps'][number]['step_key'];
type Steps = Pick<StepData, 'steps' | 'workflowstep'>;

const isNotice = (key: StepKey): key is Exclude<StepKey, keyof typeof minutes> => key.startsWith('notice-');
const minutesOf = (key: StepKey) => minutes[isNotice(key) ? 'notice' : key];

/** Such as `3 minutes`. */
const inWords = (count: number) => formatDuration(count * MINUTE);

/** The usual time of an ID verification, such as `3 minutes`. */
export const verificationMinutes = inWords(minutes.idverification);

/** The usual time for one step, in words; null for the last one, which asks for nothing. */
export function stepMinutes(key: StepKey): string | null {
  const own = minutesOf(key);
  return own > 0 ? `About ${inWords(own)}` : null;
}

const restOf = ({ steps, workflowstep }: Steps) =>
  steps.filter(
    ({ esign_step_number: number, completed }) =>
      number === workflowstep || (number > workflowstep && !completed),
  );

/** The usual time for a step and all later steps that are not done, such as `15 minutes`; null if nothing is left. */
export function timeLeft(data: Steps): string | null {
  const left = restOf(data).reduce((sum, step) => sum + minutesOf(step.step_key), 0);
  return left > 0 ? inWords(left) : null;
}

/** The same with what it is the time of. */
export function minutesLeft(data: Steps): string | null {
  const left = timeLeft(data);
  return left && `About ${left} ${restOf(data).length === data.steps.length ? 'in all' : 'left'}`;
}
