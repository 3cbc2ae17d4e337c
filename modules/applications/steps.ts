/** The steps of an application and their order. Which steps a package has is data (doc2 §2.9). Pure functions. */

export const pageTypes = ['consent', 'select_jurisdictions', 'collect_details', 'review_inprogress'] as const;
export type PageType = (typeof pageTypes)[number];

export const consentKinds = ['esign', 'disclosure', 'authorization'] as const;
export type ConsentKind = (typeof consentKinds)[number];

export const stepKeys = [
  'esign',
  'disclosure',
  'authorization',
  'jurisdictions',
  'name',
  'address',
  'submit',
  'review',
] as const;
export type StepKey = (typeof stepKeys)[number];

export interface Step {
  /** From 1, without gaps: the {workflowstep} of the address. */
  position: number;
  key: StepKey;
  pageType: PageType;
  consentKind: ConsentKind | null;
  title: string;
}

/** The first unfinished step, or the last one when all are finished. */
export function currentPosition(steps: readonly Step[], done: ReadonlySet<StepKey>): number {
  const open = steps.find((step) => !done.has(step.key));
  return (open ?? steps.at(-1))?.position ?? 1;
}

/**
 * The step to show for a request. While the steps are open, any finished step or the current one can be shown, and a
 * later one is replaced by the current one. After submission only the last step is shown (doc2 §2.9).
 * @param asked the position in the address; null without one
 */
export function admitPosition(
  steps: readonly Step[],
  done: ReadonlySet<StepKey>,
  open: boolean,
  asked: number | null,
): number {
  const last = steps.at(-1)?.position ?? 1;
  if (!open) return last;
  const current = currentPosition(steps, done);
  if (asked === null || asked < 1 || asked > current) return current;
  return asked;
}
