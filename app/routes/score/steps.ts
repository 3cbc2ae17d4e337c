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
  /** In the documents' numbers. */
  step: number;
  result: unknown;
  placeOf: (step: number) => string;
  /** Where the report is downloaded. */
  report: string;
  end: End;
}

/** The documents' numbers (doc2 §4.5): intro, terms, review, report an error, correction submitted, sharing, the end. */
const known = [1, 2, 3, 5, 6, 8, 100];

/** The step that an address leads to: the one it names, where the decision has come that far and not further. */
export function admitStep(approval: Approval, asked: string | undefined): number {
  const step = known.find((each) => String(each) === asked) ?? null;
  if (approval.reviewaction === 'reporterror') return 6;
  if (approval.reviewaction === 'accept') return step === 100 ? 100 : approval.nextstep;
  if (step === 2) return 2;
  if (step === 3 || step === 5) return approval.acceptterms ? step : 2;
  return 1;
}

interface Place {
  label: string;
  /** Of five. */
  at: number;
}

export const places: Record<number, Place> = {
  1: { label: 'Start', at: 1 },
  2: { label: 'Terms', at: 2 },
  3: { label: 'Review', at: 3 },
  5: { label: 'Report an error', at: 4 },
  6: { label: 'Correction submitted', at: 5 },
  8: { label: 'Sharing', at: 4 },
  100: { label: 'All caught up', at: 5 },
};
