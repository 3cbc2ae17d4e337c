import { z } from 'zod';
import { operation, person, type Work } from '#modules/platform/index.ts';
import { checkVerification } from '../jobs.ts';
import { findOwn, readProgress } from '../steps/progress.ts';
import { readStanding, type Standing } from './current.ts';
import { lockVerification, moveVerification } from './deciding.ts';
import { openAccess } from './sealing.ts';
import { hasLapsed } from './starting.ts';
import { type VerificationState, verificationStates } from './statuses.ts';

/** The state of the person's verification, for the page and for its polling (doc2 §4.6). */

const applicationOf = z.object({ applicationid: z.uuid().optional() });

/**
 * Reads the standing before the progress, because each statement of a read sees what is committed by then. If an approval
 * comes in between, the page still says that the images are looked at and asks again. In the other order, it would say
 * that the person is verified, but continue with the verification.
 */
async function look(work: Work<{ accountId: string }>, applicationid: string | undefined) {
  const { accountId } = work.caller;
  const id = await findOwn(work, accountId, applicationid);
  const application = await work.db
    .selectFrom('application')
    .select(['id', 'account_id', 'status', 'status_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const standing = await readStanding(work, application);
  return { standing, progress: await readProgress(work, accountId, id) };
}

/** As the documents name it in an answer to the page's first question (doc2 §4.6). */
const checkedStates = [
  'need_verification',
  'start_verification',
  'processing',
  'existing_verification',
  'approved',
  'waiting_review',
  'rejected',
  'clearidaction',
] as const;

function checkedState(state: VerificationState): (typeof checkedStates)[number] {
  return state === 'review' ? 'waiting_review' : state;
}

export const checkMyVerification = operation({
  name: 'applications.check-verification',
  summary:
    'Whether an application asks for an ID verification, how far it is, and the step to continue with.',
  access: person,
  kind: 'read',
  input: applicationOf,
  output: z.object({
    applicationid: z.uuid(),
    user_verification: z.enum(checkedStates),
    nextstep: z.number().int(),
    /** The application's package asks for it, or its agency asks for the images again. */
    required: z.boolean(),
    /** The provider's page, while it waits for the images. */
    url: z.string().nullable(),
    /** When it was approved or rejected. */
    decided_dts: z.date().nullable(),
    /** Whether the person may enclose a copy of the ID in a paper package instead. */
    may_enclose: z.boolean(),
    provider: z.string(),
    applicationstatus: z.string(),
  }),
  async run(work, { applicationid }) {
    const { progress, standing } = await look(work, applicationid);
    const { application } = progress;
    return {
      applicationid: application.id,
      user_verification: checkedState(standing.state),
      nextstep: progress.current,
      required:
        application.status === 'clearidaction' ||
        ((progress.open || application.status === 'waitmanual') && progress.identity !== null),
      url: urlOf(work, standing),
      decided_dts: standing.decidedAt,
      may_enclose: progress.open && progress.choice === 'paper' && progress.identity === 'open',
      provider: application.provider,
      applicationstatus: application.status,
    };
  },
});

function urlOf(work: Pick<Work, 'portal' | 'now'>, { hostedUrl, verificationId }: Standing): string | null {
  if (!hostedUrl) return null;
  const access = openAccess(work.portal, verificationId ?? '', hostedUrl);
  return hasLapsed(access, work.now) ? null : access.url;
}

const polled = z.object({
  verification_status: z.enum(verificationStates),
  nextstep: z.number().int(),
});

/** Asked again and again while the images are looked at, every 10 seconds in the end. */
export const getVerificationStatus = operation({
  name: 'applications.get-verification-status',
  summary: 'How far the ID verification of an application is, and the step to continue with.',
  access: person,
  kind: 'read',
  input: applicationOf,
  output: polled,
  async run(work, { applicationid }) {
    const { progress, standing } = await look(work, applicationid);
    return { verification_status: standing.state, nextstep: progress.current };
  },
});

export const completeMyVerification = operation({
  name: 'applications.complete-verification',
  summary: 'Says that the person has taken the images; what they show is asked of the provider.',
  access: person,
  kind: 'write',
  input: z.object({
    applicationid: z.uuid(),
    /** What the provider's script said at its end; it proves nothing and is not kept. */
    completeevent: z.union([z.string().max(10_000), z.record(z.string(), z.unknown())]).optional(),
  }),
  output: polled,
  async run(work, { applicationid }) {
    const { standing, progress: found } = await look(work, applicationid);
    let state: VerificationState = standing.state;
    if (state === 'start_verification') {
      const verification = await lockVerification(work, standing.verificationId ?? '');
      if (verification?.workflowRunId && (await moveVerification(work, verification, 'processing'))) {
        state = 'processing';
        await work.em.flush();
        await work.enqueue(checkVerification, { verificationId: verification.id });
      }
    }
    const { progress } = await look(work, found.application.id);
    return { verification_status: state, nextstep: progress.current };
  },
});
