import { type AcceptanceStep, acceptanceSteps } from '#modules/applications/fields.ts';
import type { getMyApplication } from '#modules/applications/index.ts';

export type Approval = NonNullable<Awaited<ReturnType<typeof getMyApplication.run>>['pendingapproval']>;
export type ApprovalApplication = Awaited<ReturnType<typeof getMyApplication.run>>['application'];

export interface End {
  to: string;
  label: string;
}

export interface AcceptanceProps {
  application: ApprovalApplication;
  approval: Approval;
  step: AcceptanceStep;
  result: unknown;
  pathOf: (step: AcceptanceStep) => string;
  /** The address from which the report can be downloaded. */
  report: string;
  end: End;
}

const names = Object.keys(acceptanceSteps) as AcceptanceStep[];

/** @param number the number in an address or in the output of an operation; an unknown number means the first step */
export function stepOfNumber(number: number | string | undefined): AcceptanceStep {
  return names.find((name) => String(acceptanceSteps[name]) === String(number)) ?? 'intro';
}

/** The step to show: the one in the address if the person may see it, otherwise the one to continue with. */
export function admitStep(approval: Approval, number: string | undefined): AcceptanceStep {
  const asked = stepOfNumber(number);
  if (approval.reviewaction === 'reporterror') return 'correction';
  if (approval.reviewaction === 'accept') return asked === 'end' ? 'end' : stepOfNumber(approval.nextstep);
  switch (asked) {
    case 'terms':
      return 'terms';
    case 'review':
    case 'error':
      return approval.acceptterms ? asked : 'terms';
    default:
      return 'intro';
  }
}

/** The label and the progress of each step, for `progressSteps`. */
export const progress: Record<AcceptanceStep, { label: string; at: number }> = {
  intro: { label: 'Start', at: 1 },
  terms: { label: 'Terms', at: 2 },
  review: { label: 'Review', at: 3 },
  error: { label: 'Report an error', at: 4 },
  correction: { label: 'Correction submitted', at: 5 },
  sharing: { label: 'Sharing', at: 4 },
  end: { label: 'All caught up', at: 5 },
};
export const progressSteps = 5;
