/** The steps of an application and their order. Which steps a package has is data (doc2 §2.9). Pure functions. */
import { type StateCode, stateCodes } from '#modules/platform/fields/states.ts';

/** How a step is shown and saved. */
export const pageTypes = [
  'consent',
  'digital_signature_choice',
  'select_jurisdictions',
  'collect_details',
  'idverification',
  'manual_signature_review',
  'review_inprogress',
] as const;
export type PageType = (typeof pageTypes)[number];

export const consentKinds = ['esign', 'disclosure', 'authorization', 'notice'] as const;
export type ConsentKind = (typeof consentKinds)[number];

const fixedStepKeys = [
  'esign',
  'disclosure',
  'authorization',
  'jurisdictions',
  'name',
  'address',
  'idverification',
  'submit',
  'manual',
  'review',
] as const;
type FixedStepKey = (typeof fixedStepKeys)[number];

/** The step of a state's notice. */
export type NoticeKey = `notice-${StateCode}`;
export type StepKey = FixedStepKey | NoticeKey;

export const stepKeys: readonly [StepKey, ...StepKey[]] = [
  ...fixedStepKeys,
  ...stateCodes.map((code): NoticeKey => `notice-${code}`),
];

/** A document of a provider: there is one of each kind, and a notice for each state that needs one. */
export interface DocumentName {
  kind: ConsentKind;
  /** For a notice; empty for any other document. */
  state: string;
}

const fixedPages: Record<FixedStepKey, { pageType: PageType; consentKind: ConsentKind | null }> = {
  esign: { pageType: 'consent', consentKind: 'esign' },
  disclosure: { pageType: 'consent', consentKind: 'disclosure' },
  authorization: { pageType: 'consent', consentKind: 'authorization' },
  jurisdictions: { pageType: 'select_jurisdictions', consentKind: null },
  name: { pageType: 'collect_details', consentKind: null },
  address: { pageType: 'collect_details', consentKind: null },
  idverification: { pageType: 'idverification', consentKind: null },
  submit: { pageType: 'collect_details', consentKind: null },
  manual: { pageType: 'manual_signature_review', consentKind: null },
  review: { pageType: 'review_inprogress', consentKind: null },
};

function isNotice(key: StepKey): key is NoticeKey {
  return key.startsWith('notice-');
}

/** The page that shows a step. */
export function stepPage(key: StepKey): { pageType: PageType; consentKind: ConsentKind | null } {
  return isNotice(key) ? { pageType: 'consent', consentKind: 'notice' } : fixedPages[key];
}

/** The document that a step asks to agree to; null for any other step. */
export function documentOfStep(key: StepKey): DocumentName | null {
  const { consentKind: kind } = stepPage(key);
  return kind && { kind, state: isNotice(key) ? key.slice('notice-'.length) : '' };
}

/** The key of the step that asks to agree to a document; it names the document in addresses as well. */
export function stepOfDocument({ kind, state }: DocumentName): StepKey | undefined {
  const key = kind === 'notice' ? `notice-${state}` : kind;
  return stepKeys.find((each) => each === key);
}

/** Steps that every applicant has to pass. */
const unconditional: readonly StepKey[] = fixedStepKeys.filter(
  (key) => key !== 'jurisdictions' && key !== 'idverification',
);

/** Whether a step can be limited to applicants of some states. */
export function mayHaveStates(key: StepKey): boolean {
  return !unconditional.includes(key);
}

export const signatureChoices = ['digital', 'paper'] as const;
export type SignatureChoice = (typeof signatureChoices)[number];

export interface Step {
  /** From 1, without gaps: the {workflowstep} of the address. */
  position: number;
  key: StepKey;
  pageType: PageType;
  consentKind: ConsentKind | null;
  /** Only for applicants who named one of these states; empty for everyone. */
  states: readonly string[];
  title: string;
}

/** What decides which of a package's steps an applicant has. */
export interface Circumstances {
  /** The states of the applicant's addresses and of the jurisdictions that they chose. */
  named: ReadonlySet<string>;
  /** A person who signs on paper reads the documents there. */
  choice: SignatureChoice | null;
}

/**
 * The steps that apply to an applicant, numbered from 1.
 * @param steps the steps of the package, in their order
 */
export function stepsFor(steps: readonly Step[], { named, choice }: Circumstances): Step[] {
  return steps
    .filter(({ states }) => states.length === 0 || states.some((state) => named.has(state)))
    .filter((step) => (choice === 'paper' ? isOnPaper(step) : step.key !== 'manual'))
    .map((step, at) => ({ ...step, position: at + 1 }));
}

function isOnPaper({ key, pageType }: Step): boolean {
  return pageType !== 'consent' && key !== 'submit';
}

/** The first unfinished step, or the last one when all are finished. */
export function currentPosition(steps: readonly Step[], done: ReadonlySet<StepKey>): number {
  const open = steps.find((step) => !done.has(step.key));
  return (open ?? steps.at(-1))?.position ?? 1;
}

/**
 * The step to show when the steps of an application are closed: the paper package while it is awaited, otherwise the
 * last one.
 */
export function closedPosition(steps: readonly Step[], awaitsPackage: boolean): number {
  const manual = awaitsPackage ? steps.find(({ key }) => key === 'manual') : undefined;
  return (manual ?? steps.at(-1))?.position ?? 1;
}

/**
 * The step to show for a request. While the steps are open, any finished step or the current one can be shown, and a
 * request for a later one shows the current one. When they are closed, only the current one is shown (doc2 §2.9).
 * @param current the current position, while the steps are open or after they are closed
 * @param asked the position in the address; null if there is none
 */
export function admitPosition(open: boolean, current: number, asked: number | null): number {
  const wanted = asked ?? 0;
  return open && wanted >= 1 && wanted <= current ? wanted : current;
}
