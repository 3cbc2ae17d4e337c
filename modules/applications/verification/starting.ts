import { z } from 'zod';
import { getPerson } from '#modules/identity/index.ts';
import { DAY } from '#modules/platform/browser.ts';
import { type Caller, newId, operation, person, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import type { Application } from '../entities/application.ts';
import { IdVerification } from '../entities/verification.ts';
import { forgetApplicant } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { lockApplication } from '../status-changes.ts';
import { findOwn, openStep, readProgress } from '../steps/progress.ts';
import { isVerified } from './current.ts';
import { lockVerification, moveVerification } from './deciding.ts';
import { idVerifierPort, type RunAccess, type VerificationRun, VerifierFailed } from './port.ts';
import { openAccess, sealAccess } from './sealing.ts';
import { openVerifications } from './statuses.ts';

type Started = VerificationRun & { access: RunAccess };

export const startVerification = operation({
  name: 'applications.start-verification',
  summary: 'Starts the ID verification of an application, or answers the one that was started.',
  access: person,
  kind: 'staged',
  input: z.object({
    applicationid: z.uuid(),
    /**
     * Begins a new run although an approved verification counts: for staff in an admin session, and if the agency asks
     * for the images again.
     */
    override: z.boolean().default(false),
  }),
  output: z.object({
    web_token: z.string().nullable(),
    workflow_run_id: z.string(),
    /** The provider's page that takes the images. */
    url: z.string(),
  }),
  throttle: { by: 'account', limit: 20, per: DAY },
  async run(work, { applicationid, override }) {
    const plan = await work.apart((tx) => planRun(tx, applicationid, override));
    const run = plan.run ?? (await beginRun(work, plan.verificationId, applicationid));
    return { web_token: run.access.token, workflow_run_id: run.workflowRunId, url: run.access.url };
  },
});

interface Plan {
  verificationId: string;
  /** The run that was already begun, so that another tab gets the same one. */
  run: Started | null;
}

async function planRun(work: Work<Caller>, applicationId: string, override: boolean): Promise<Plan> {
  const { accountId } = work.caller;
  const application = await lockApplication(work, await findOwn(work, accountId, applicationId));
  await requireTurn(work, application, override);
  // Starts of one person run one after the other, so that two tabs get the same run.
  await work.db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const open = await work.em.findOne(IdVerification, {
    accountId,
    status: { $in: [...openVerifications] },
  });
  if (!open) return { verificationId: await begin(work, application), run: null };
  if (open.status !== 'awaiting_input') throw new Refusal('applications.verification-waits');
  const run = runOf(work, open);
  if (!run) return { verificationId: open.id, run: null };
  if (!hasLapsed(run.access, work.now)) return { verificationId: open.id, run };
  await moveVerification(work, open, 'abandoned');
  await work.em.flush();
  return { verificationId: await begin(work, application), run: null };
}

/**
 * @throws Refusal applications.moved-on, applications.not-complete, applications.verification-exists, role-too-low for
 * an override that the caller may not use (D84), not-in-admin-session for staff without an override
 */
async function requireTurn(work: Work<Caller>, application: Application, override: boolean): Promise<void> {
  const returned = application.status === 'clearidaction';
  // To start is to consent to the scan, which only the person can (D16).
  if (!override && work.caller.adminAccountId !== null) throw new Refusal('not-in-admin-session');
  if (override && !returned && work.caller.adminAccountId === null) {
    throw new Refusal('role-too-low', { detail: 'override' });
  }
  if (returned) return;
  const progress = await readProgress(work, work.caller.accountId, application.id);
  // A package that is awaited or reviewed can have a copy of the ID, but the person may still verify it here (D118).
  const isOnPaper = application.status === 'waitmanual' && progress.identity !== null;
  if (!isOnPaper) openStep(progress, (step) => step.key === 'idverification');
  if (!override && (await isVerified(work, application.accountId))) {
    throw new Refusal('applications.verification-exists');
  }
}

async function begin(work: Work<Caller>, application: Application): Promise<string> {
  const id = newId();
  work.em.create(IdVerification, {
    id,
    accountId: application.accountId,
    applicationId: application.id,
    startedAt: work.now,
    statusAt: work.now,
    sandbox: idVerifierPort.of(work.portal).sandbox,
  });
  await work.audit({
    action: applicationsAudit.verificationStarted,
    about: application.accountId,
    object: { type: 'id_verification', id },
  });
  return id;
}

function runOf(work: Pick<Work, 'portal'>, row: IdVerification): Started | null {
  const { applicantId, workflowRunId, hostedUrl } = row;
  if (!hostedUrl) return null;
  return {
    applicantId: applicantId ?? '',
    workflowRunId: workflowRunId ?? '',
    access: openAccess(work.portal, row.id, hostedUrl),
  };
}

export const hasLapsed = ({ expiresAt }: RunAccess, now: Date): boolean =>
  expiresAt !== null && new Date(expiresAt) <= now;

/** Asks the provider outside of any transaction. If two tabs ask, the run of the first is kept and both get it. */
async function beginRun(work: Work<Caller>, verificationId: string, applicationId: string): Promise<Started> {
  const subject = await getPerson(work, work.caller.accountId);
  const back = `${work.visit.origin}/user/idverification?appid=${applicationId}&completed=1`;
  const begun = await reachVerifier(() => idVerifierPort.of(work.portal).begin(subject, back));
  const kept = await work.apart(async (tx) => {
    const row = await lockVerification(tx, verificationId);
    const first = row && runOf(tx, row);
    if (!row || first || row.status !== 'awaiting_input') {
      await tx.enqueue(forgetApplicant, { applicantId: begun.applicantId });
      return first;
    }
    row.applicantId = begun.applicantId;
    row.workflowRunId = begun.workflowRunId;
    row.hostedUrl = sealAccess(tx.portal, row.id, begun.access);
    await tx.audit({
      action: applicationsAudit.verificationRun,
      about: row.accountId,
      object: { type: 'id_verification', id: row.id },
    });
    return begun;
  });
  if (!kept) throw new Refusal('conflict', { detail: `verification ${verificationId} moved` });
  return kept;
}

/** @throws Refusal applications.verifier-silent if the provider does not answer */
async function reachVerifier<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof VerifierFailed)) throw error;
    throw new Refusal('applications.verifier-silent', { detail: error.message });
  }
}
