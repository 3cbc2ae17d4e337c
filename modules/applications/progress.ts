import { Refusal, sql, type Work } from '#modules/platform/index.ts';
import { type ApplicationRow, getOwnApplication, listApplications } from './applications.ts';
import { type ConsentDocumentRow, listConsentsInForce } from './consents.ts';
import { closedStatuses, stepsOpen } from './statuses.ts';
import { admitPosition, currentPosition, type Step, type StepKey } from './steps.ts';

/** Where an applicant stands in the steps of their package. */
export interface Progress {
  application: ApplicationRow;
  steps: readonly Step[];
  done: ReadonlySet<StepKey>;
  /** The steps can still be worked on. */
  open: boolean;
  /** The first unfinished step; the last one once the application is on its way. */
  current: number;
  consents: readonly ConsentDocumentRow[];
}

type Reading = Pick<Work, 'row' | 'rows' | 'now'>;

/**
 * The application that the steps are about: the one named, else the person's open one, the oldest first.
 * @throws Refusal not-found
 */
export async function findApplicationForSteps(
  work: Reading,
  accountId: string,
  applicationId: string | undefined,
): Promise<ApplicationRow> {
  if (applicationId) return getOwnApplication(work, accountId, applicationId);
  const all = await listApplications(work, accountId);
  const open = all.filter((row) => !closedStatuses.includes(row.status)).reverse();
  const found = open.find((row) => stepsOpen.includes(row.status)) ?? open[0];
  if (!found) throw new Refusal('not-found', { detail: 'no open application' });
  return found;
}

/** Reads where an application stands: its package's steps, what is finished, the documents in force. */
export async function readProgress(work: Reading, application: ApplicationRow): Promise<Progress> {
  const steps = await work.rows(sql<Step>`
    select position, step_key as key, page_type as "pageType", consent_kind as "consentKind", title
    from package_step where package_id = ${application.package_id} order by position`);
  const consents = await listConsentsInForce(work, application.craid);
  const finished = await work.rows(sql<{ step_key: StepKey | null; consent_document_id: string | null }>`
    select step_key, null::uuid as consent_document_id from application_step where application_id = ${application.id}
    union all
    select null, consent_document_id from signing_record where application_id = ${application.id}`);
  const signedIds = new Set(finished.map((row) => row.consent_document_id));
  const done = new Set(finished.flatMap((row) => row.step_key ?? []));
  for (const step of steps) {
    const document = consents.find((row) => row.kind === step.consentKind);
    if (document && signedIds.has(document.id)) done.add(step.key);
  }
  const open = stepsOpen.includes(application.status);
  const current = open ? currentPosition(steps, done) : (steps.at(-1)?.position ?? 1);
  return { application, steps, done, open, current, consents };
}

/** The step that a request for `asked` leads to (doc2 §2.9). */
export function stepFor(progress: Progress, asked: number | null): Step {
  const position = admitPosition(progress.steps, progress.done, progress.open, asked);
  const step = progress.steps.find((row) => row.position === position);
  if (!step) throw new Refusal('not-found', { detail: 'package without steps' });
  return step;
}

/**
 * The step that input belongs to, when it may be given now.
 * @throws Refusal applications.moved-on once the steps are closed, applications.not-complete before its turn
 */
export function openStep(progress: Progress, belongs: (step: Step) => boolean): Step {
  const step = progress.steps.find(belongs);
  if (!step) throw new Refusal('not-found', { detail: 'the package has no such step' });
  if (!progress.open) throw new Refusal('applications.moved-on', { detail: progress.application.status });
  if (step.position > progress.current) throw new Refusal('applications.not-complete', { detail: step.key });
  return step;
}
